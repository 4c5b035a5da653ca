/** What a rule looks at, out of the binding, where the rule that matched is written whole. */

/** Its tests on arguments, as `amount > 50`; none where it has none or cannot be read. */
export function testsOf(binding: Readonly<Record<string, unknown>>): string[] {
  const rule = parsed(binding.matched_rule);
  const tests = isRecord(rule) && Array.isArray(rule.tests) ? (rule.tests as unknown[]) : [];
  return tests.flatMap((test) => {
    if (!isRecord(test) || typeof test.argument !== "string" || typeof test.op !== "string") return [];
    return [`${test.argument} ${test.op} ${JSON.stringify(test.value)}`];
  });
}

function parsed(text: unknown): unknown {
  try {
    return typeof text === "string" ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
