"""REST: what a project's runs used and cost."""

from rest_framework.request import Request
from rest_framework.response import Response

from baton.api.filters import ChoiceFilter, DayFilter
from baton.api.schema import describe
from baton.api.views import BatonView
from baton.core.clock import now
from baton.tenancy.scope import organization_scope
from baton.tenancy.selectors import time_zone_of
from orchestration.api.usage_serializers import UsageReport
from orchestration.selectors.usage import UsageBy, usage_report
from orchestration.selectors.usage_period import FIRST_DAY, LAST_DAY, MOST_DAYS, USUAL_DAYS, read_period


class Usage(BatonView):
    """Tokens and money of a project."""

    scopes = {"GET": "runs:read"}
    filters = {
        "from": DayFilter(
            f"The first day; {USUAL_DAYS} days up to the last unless said, at most {MOST_DAYS}.",
            FIRST_DAY,
            LAST_DAY,
        ),
        "to": DayFilter("The last day; today unless said.", FIRST_DAY, LAST_DAY),
        "by": ChoiceFilter("What a row is about; a day unless said.", UsageBy),
    }

    @describe(name="get_usage", summary="Sum up tokens and cost", answer=UsageReport)
    def get(self, request: Request) -> Response:
        """By day, agent, model or connection. Days are those of the organization's time zone."""
        with organization_scope(self.actor.organization_id):
            zone = time_zone_of(self.actor.organization_id)
            period = read_period(self.values.get("from"), self.values.get("to"), zone, now())
            by = self.values.get("by", UsageBy.DAY.value)
            return Response(usage_report(self.actor.organization_id, self.actor.project_id, period, by))
