"""What agents are made of behind row-level security, with keys that cannot point into another organization."""

from django.db import migrations

from baton.tenancy.operations import CompositeForeignKey, TenantTable

_EDITED = {"web": "select, insert, update", "worker": "select"}
_IMMUTABLE = {"web": "select, insert", "worker": "select"}


class Migration(migrations.Migration):
    dependencies = [("agents", "0001_start"), ("tenancy", "0002_security")]

    operations = [
        TenantTable("agents_trainingprofile", _EDITED),
        TenantTable("agents_trainingprofileversion", _IMMUTABLE),
        TenantTable("agents_tool", _EDITED),
        TenantTable(
            "agents_toolversion",
            {**_IMMUTABLE, "web": "select, insert, update (withdrawn_at)"},
            kernel="select",
        ),
        TenantTable("agents_toolpolicy", _EDITED),
        TenantTable("agents_toolpolicyversion", _IMMUTABLE),
        TenantTable("agents_modelconnection", _EDITED),
        TenantTable("agents_credential", _EDITED),
        TenantTable("agents_variable", {**_EDITED, "web": "select, insert, update, delete"}),
        TenantTable("agents_agent", _EDITED),
        TenantTable("agents_agentversion", _IMMUTABLE),
        *(
            CompositeForeignKey(f"agents_{table}", "project_id", "tenancy_project")
            for table in (
                "trainingprofile",
                "tool",
                "toolpolicy",
                "modelconnection",
                "credential",
                "variable",
                "agent",
            )
        ),
        CompositeForeignKey("agents_trainingprofileversion", "profile_id", "agents_trainingprofile"),
        CompositeForeignKey("agents_toolversion", "tool_id", "agents_tool"),
        CompositeForeignKey("agents_toolpolicyversion", "policy_id", "agents_toolpolicy"),
        CompositeForeignKey("agents_toolpolicy", "live_version_id", "agents_toolpolicyversion"),
        CompositeForeignKey("agents_agentversion", "agent_id", "agents_agent"),
        CompositeForeignKey("agents_agentversion", "profile_version_id", "agents_trainingprofileversion"),
        CompositeForeignKey("agents_agent", "live_version_id", "agents_agentversion"),
    ]
