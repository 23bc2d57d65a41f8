"""One table: commands in, events out for each viewer. No clock, no network, no database."""
