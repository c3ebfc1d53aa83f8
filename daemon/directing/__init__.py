"""What the director writes into the rulings file: tried out first, then written whole.

The command `rule` and the director's page both stand on this room.
"""
