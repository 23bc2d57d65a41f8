"""The table server: tables over HTTP and WebSocket (``docs/protocol.md``)."""
