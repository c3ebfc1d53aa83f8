"""What a configuration says: TOML text in, frozen settings and problems out."""
