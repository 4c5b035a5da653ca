"""Reading runs and approvals of one project as plain dicts. The caller holds the organization's scope."""
