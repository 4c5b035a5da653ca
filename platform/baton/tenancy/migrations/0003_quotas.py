"""What an organization may at most, where it is not what the installation says."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tenancy", "0002_security")]

    operations = [
        migrations.AddField("organization", "max_queued", models.PositiveIntegerField(null=True)),
        migrations.AddField("organization", "requests_per_second", models.PositiveIntegerField(null=True)),
        migrations.AddField(
            "organization", "requests_per_second_each", models.PositiveIntegerField(null=True)
        ),
        migrations.AddConstraint(
            "organization",
            models.CheckConstraint(
                condition=models.Q(
                    ("max_queued__gt", 0),
                    ("requests_per_second__gt", 0),
                    ("requests_per_second_each__gt", 0),
                ),
                name="quota_leaves_something",
            ),
        ),
    ]
