"""The revision of a draft never comes back, so the object remembers the last one."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("agents", "0004_draft_security")]

    operations = [
        migrations.AddField(
            model_name=name,
            name="draft_revision",
            field=models.PositiveIntegerField(db_default=0, default=0),
        )
        for name in ("agent", "trainingprofile", "tool", "toolpolicy", "pricetable")
    ]
