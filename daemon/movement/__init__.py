"""Who meets whom at which table over which boards, and the files that say it (.ASC)."""
