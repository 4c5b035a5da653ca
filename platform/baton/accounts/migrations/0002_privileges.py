"""Who may read and write people, sessions and Django's own tables. None of them belongs to an organization."""

from django.db import migrations

from baton.tenancy.operations import SharedTable


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_start"),
        ("sessions", "0001_initial"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("account", "0009_emailaddress_unique_primary_email"),
    ]

    operations = [
        SharedTable("accounts_user", {"web": "select, update", "kernel": "select"}),
        SharedTable("accounts_user_groups", {"web": "select"}),
        SharedTable("accounts_user_user_permissions", {"web": "select"}),
        SharedTable("auth_group", {"web": "select"}),
        SharedTable("auth_permission", {"web": "select"}),
        SharedTable("auth_group_permissions", {"web": "select"}),
        SharedTable("django_content_type", {"web": "select", "worker": "select", "super": "select"}),
        SharedTable("django_migrations", {"web": "select", "worker": "select", "super": "select"}),
        SharedTable("django_session", {"web": "select, insert, update, delete"}),
        SharedTable("account_emailaddress", {"web": "select, insert, update"}),
        SharedTable("account_emailaddress_id_seq", {"web": "usage"}),
    ]
