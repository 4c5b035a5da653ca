"""API keys are edited in place, by the version that was seen."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tenancy", "0005_staff")]

    operations = [
        migrations.AddField(
            model_name="apikey",
            name="version",
            field=models.PositiveIntegerField(db_default=1, default=1),
        ),
    ]
