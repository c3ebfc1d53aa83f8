"""The folder that the devices share: a port, a local one, one in Dropbox and one in memory."""
