"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make all tables."""
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("head", sa.Integer, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("public", sa.Integer, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("updated_at", sa.BigInteger, nullable=False),
        sa.Column("due_at", sa.BigInteger),
        sa.Column("due_kind", sa.Text),
        sa.Column("due_seat", sa.Integer),
        sa.PrimaryKeyConstraint("id", name="tables_pkey"),
        sqlite_with_rowid=False,
    )
    _index("tables_due", "tables", "due_at", "due_at IS NOT NULL")
    _index("tables_waiting", "tables", "created_at", "public = 1 AND status = 'waiting'")
    op.create_table(
        "commands",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("member", sa.Text),
        sa.PrimaryKeyConstraint("table_id", "seq", name="commands_pkey"),
        sa.UniqueConstraint("table_id", "id", name="commands_id_key"),
        _of_table("commands"),
        sqlite_with_rowid=False,
    )
    _index("commands_member", "commands", "member", "member IS NOT NULL")
    op.create_table(
        "codes",
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("code", name="codes_pkey"),
        sa.UniqueConstraint("table_id", "role", name="codes_role_key"),
        _of_table("codes"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "seats",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("member", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="seats_pkey"),
        _of_table("seats"),
        sqlite_with_rowid=False,
    )
    _index("seats_member", "seats", "member")
    op.create_table(
        "records",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("deal", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("json", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "deal", name="records_pkey"),
    )
    op.create_table(
        "record_members",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("deal", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("member", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "deal", "seat", name="record_members_pkey"),
        _foreign("record_members", ["table_id", "deal"], "records", ["table_id", "deal"]),
        sqlite_with_rowid=False,
    )
    _index("record_members_member", "record_members", "member")
    op.create_table(
        "beats",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("name", name="beats_pkey"),
    )
    op.create_table(
        "secrets",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="secrets_pkey"),
        _of_table("secrets"),
    )
    op.create_table(
        "seat_secrets",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="seat_secrets_pkey"),
        sa.UniqueConstraint("secret", name="seat_secrets_secret_key"),
        _foreign("seat_secrets", ["table_id", "seat"], "seats", ["table_id", "seat"]),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "keys",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("name", name="keys_pkey"),
    )


def _of_table(name: str) -> sa.ForeignKeyConstraint:
    return _foreign(name, ["table_id"], "tables", ["id"])


def _foreign(name: str, own: list[str], other: str, theirs: list[str]) -> sa.ForeignKeyConstraint:
    columns = [f"{other}.{column}" for column in theirs]
    return sa.ForeignKeyConstraint(own, columns, name=f"{name}_{own[0]}_fkey", ondelete="CASCADE")


def _index(name: str, table: str, column: str, where: str | None = None) -> None:
    condition = None if where is None else sa.text(where)
    op.create_index(name, table, [column], sqlite_where=condition, postgresql_where=condition)
