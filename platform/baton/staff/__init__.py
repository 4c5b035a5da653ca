"""The staff's pages: organizations, people and quotas of an installation, in plain Django admin at /staff/.

They work as a database role of their own that sees nothing a tenant has made (docs/subsystems/staff.md).
"""
