"""What pages and servers say to each other, as types: they know no game, and games and tables use them."""
