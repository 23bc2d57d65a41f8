"""The rules of Dammit: plain functions on ints, interpreted or compiled."""
