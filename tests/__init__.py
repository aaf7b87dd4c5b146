"""The tests; a package, so that they share their oracles and position makers."""
