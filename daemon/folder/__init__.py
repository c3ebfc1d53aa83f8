"""The folder that the devices share: a port, a local one and one in memory."""
