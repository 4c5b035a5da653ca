"""What `live` reads of runs: pages of events and where runs and projects stand."""
