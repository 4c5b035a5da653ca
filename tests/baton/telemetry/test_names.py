"""Our names of attributes are those of the package of conventions, as far as it has them."""

from opentelemetry.semconv._incubating.attributes import gen_ai_attributes as gen_ai
from opentelemetry.semconv.attributes import error_attributes, http_attributes, server_attributes

from baton.telemetry import names


def test_names_of_the_conventions_are_spelt_as_they_are() -> None:
    known = {value for name, value in vars(gen_ai).items() if name.startswith("GEN_AI_")}
    ours = {value for name, value in vars(names).items() if name.isupper() and isinstance(value, str)}

    assert {value for value in ours if value.startswith("gen_ai.")} - known == set()
    assert names.ERROR_TYPE == error_attributes.ERROR_TYPE
    assert names.HTTP_STATUS == http_attributes.HTTP_RESPONSE_STATUS_CODE
    assert (names.SERVER_ADDRESS, names.SERVER_PORT) == (
        server_attributes.SERVER_ADDRESS,
        server_attributes.SERVER_PORT,
    )


def test_operations_are_those_of_the_conventions_but_for_plan() -> None:
    known = {each.value for each in gen_ai.GenAiOperationNameValues}
    ours = {names.INVOKE_WORKFLOW, names.INVOKE_AGENT, names.CHAT, names.EXECUTE_TOOL, names.PLAN}

    assert ours - known == {"plan"}
