"""How a model is asked: transport, history, what it can do, how many calls at once."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("agents", "0006_draft_revision")]

    operations = [
        migrations.AddField(
            model_name="modelconnection",
            name="model_capabilities",
            field=models.JSONField(db_default=models.Value({}, models.JSONField()), default=dict),
        ),
        migrations.AddField(
            model_name="modelconnection",
            name="transport",
            field=models.CharField(db_default="sdk", default="sdk", max_length=10),
        ),
        migrations.AddField(
            model_name="modelconnection",
            name="history",
            field=models.CharField(db_default="client", default="client", max_length=10),
        ),
        migrations.AddField(
            model_name="modelconnection",
            name="max_in_flight",
            field=models.PositiveIntegerField(null=True),
        ),
    ]
