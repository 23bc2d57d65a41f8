"""Alembic loads this to run migrations; :func:`speto.store.migrations.upgrade` hands it the connection."""

from alembic import context

connection = context.config.attributes["connection"]
context.configure(connection=connection, transactional_ddl=True)
with context.begin_transaction():
    if connection.dialect.name == "postgresql":  # of two servers that start at once the second waits
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(5370)")
    context.run_migrations()
