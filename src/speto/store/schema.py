"""The tables of the database: one definition for SQLite and PostgreSQL.

A change here needs a migration in ``migrations/versions``; a test compares the two. Times are in ms since 1970. Text
in JSON is kept as it was written, for a log must come back byte for byte.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    text,
)

metadata = MetaData(
    naming_convention={
        "pk": "%(table_name)s_pkey",
        "fk": "%(table_name)s_%(column_0_name)s_fkey",
    }
)


def _table_id(*, primary_key: bool = False) -> Column[str]:
    of_table = ForeignKey("tables.id", ondelete="CASCADE")
    return Column("table_id", Text, of_table, nullable=False, primary_key=primary_key)


tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("head", Integer, nullable=False),
    Column("status", Text, nullable=False),
    Column("public", Integer, nullable=False),
    Column("summary", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
    Column("due_at", BigInteger),
    Column("due_kind", Text),
    Column("due_seat", Integer),
    sqlite_with_rowid=False,
)
"""One row a table. It is also the table's lock and its timer: whoever appends to the log writes it first."""

_timed = text("due_at IS NOT NULL")
Index("tables_due", tables.c.due_at, sqlite_where=_timed, postgresql_where=_timed)
_listed = text("public = 1 AND status <> 'over'")
Index("tables_public", tables.c.created_at, sqlite_where=_listed, postgresql_where=_listed)

commands = Table(
    "commands",
    metadata,
    _table_id(primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("id", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("seat", Integer),
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("member", Text),
    UniqueConstraint("table_id", "id", name="commands_id_key"),
    sqlite_with_rowid=False,
)
"""The log. ``member`` repeats the body's, so that a person can be forgotten."""

_personal = text("member IS NOT NULL")
Index("commands_member", commands.c.member, sqlite_where=_personal, postgresql_where=_personal)

standings = Table(
    "standings",
    metadata,
    _table_id(primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("body", Text, nullable=False),
    sqlite_with_rowid=False,
)
"""Where a table stood after a row, when its last deal began. It follows from the log: nothing is lost without it."""

codes = Table(
    "codes",
    metadata,
    Column("code", Text, primary_key=True),
    _table_id(),
    Column("role", Text, nullable=False),
    UniqueConstraint("table_id", "role", name="codes_role_key"),
    sqlite_with_rowid=False,
)

seats = Table(
    "seats",
    metadata,
    _table_id(primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("member", Text, nullable=False),
    Column("name", Text, nullable=False),
    sqlite_with_rowid=False,
)
"""Who sits where now."""
Index("seats_member", seats.c.member)

records = Table(
    "records",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("deal", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("json", Text, nullable=False),
)
"""Finished deals. They outlive their table."""

record_members = Table(
    "record_members",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("deal", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("member", Text, nullable=False),
    ForeignKeyConstraint(["table_id", "deal"], ["records.table_id", "records.deal"], ondelete="CASCADE"),
    sqlite_with_rowid=False,
)
Index("record_members_member", record_members.c.member)

beats = Table(
    "beats",
    metadata,
    Column("name", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
)

# Secrets lie apart: no query of a list, a log or a record touches these.

secrets = Table(
    "secrets",
    metadata,
    _table_id(primary_key=True),
    Column("secret", LargeBinary, nullable=False),
)

seat_secrets = Table(
    "seat_secrets",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("secret", Text, nullable=False),
    UniqueConstraint("secret", name="seat_secrets_secret_key"),
    ForeignKeyConstraint(["table_id", "seat"], ["seats.table_id", "seats.seat"], ondelete="CASCADE"),
    sqlite_with_rowid=False,
)

keys = Table(
    "keys",
    metadata,
    Column("name", Text, primary_key=True),
    Column("secret", LargeBinary, nullable=False),
)
