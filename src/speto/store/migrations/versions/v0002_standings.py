"""Where each table stood when its last deal began; and public tables that are played at can be listed."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make a table, and an index for another one."""
    op.create_table(
        "standings",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="standings_pkey"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="standings_table_id_fkey", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
    op.drop_index("tables_waiting", "tables")
    listed = sa.text("public = 1 AND status <> 'over'")
    op.create_index("tables_public", "tables", ["created_at"], sqlite_where=listed, postgresql_where=listed)
