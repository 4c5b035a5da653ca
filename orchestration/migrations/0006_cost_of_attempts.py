"""What an attempt cost, and over which connection it went; found again by the day it ended."""

from django.contrib.postgres.indexes import BrinIndex
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("orchestration", "0005_decisions_in_grace")]

    operations = [
        migrations.AddField(model_name="attempt", name="connection_id", field=models.UUIDField(null=True)),
        migrations.AddField(
            model_name="attempt", name="currency", field=models.CharField(max_length=3, null=True)
        ),
        migrations.AddField(model_name="attempt", name="cost_nano", field=models.BigIntegerField(null=True)),
        migrations.AddIndex(
            model_name="attempt", index=BrinIndex(fields=["ended_at"], name="attempt_by_day")
        ),
    ]
