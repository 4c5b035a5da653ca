import clsx from "clsx";
import { Check, X } from "lucide-react";

import { ForeignText } from "@/ui/foreign-text";
import { judge as words } from "@/text/policy";
import type { JsonObject } from "@/live/json";

import { askedNames, isGiven, testsByRule, type Judged, type TestJudged } from "../model/judged";
import { timeWords } from "../model/times";
import { OutcomeWord } from "../outcome-word";

interface JudgedViewProps {
  result: Judged;
  values: JsonObject;
  stale: boolean;
}

/** What the policy says of the call, by which rule, and how each test went. */
export function JudgedView({ result, values, stale }: JudgedViewProps) {
  const names = askedNames(result);
  const rules = testsByRule(result);
  return (
    <div role="status" className={clsx("flex flex-col gap-3 border-t border-line pt-4", stale && "opacity-60")}>
      {stale && <p className="text-12 text-fg-3">{words.stale}</p>}
      <div>
        <OutcomeWord outcome={result.outcome} name={words.outcome[result.outcome]} className="text-14" />
        <p className="mt-1">{result.rule_index === null ? words.byDefault : words.byRule(result.rule_index + 1)}</p>
        {result.text !== "" && (
          <p className="text-fg-2 wrap-anywhere">
            <ForeignText text={`“${result.text}”`} strictness="prose" />
          </p>
        )}
      </div>
      {result.outcome === "ask" && (
        <div className="text-fg-2">
          <p>{names.length === 0 ? words.nobody : <ForeignText text={words.decide(names)} strictness="prose" />}</p>
          <Times result={result} />
        </div>
      )}
      <section aria-label={words.tests}>
        <h3 className="font-semibold">{words.tests}</h3>
        {rules.length === 0 && <p className="text-12 text-fg-3">{words.noTests}</p>}
        <ul className="mt-1 flex flex-col gap-2">
          {rules.map(({ place, tests }) => (
            <li key={place}>
              <span className={clsx("text-12", place === result.rule_index ? "font-medium text-accent" : "text-fg-3")}>{words.rule(place + 1)}</span>
              <ul>
                {tests.map((test, index) => (
                  <TestView key={index} test={test} given={isGiven(test, values)} />
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function TestView({ test, given }: { test: TestJudged; given: boolean }) {
  const Icon = test.passed ? Check : X;
  return (
    <li className="flex items-start gap-2 py-0.5">
      <Icon size={16} aria-hidden="true" className={clsx("mt-0.5 shrink-0", test.passed ? "text-succeeded-fg" : "text-fg-3")} />
      <span className="min-w-0 wrap-anywhere">
        <code className="text-12">
          <ForeignText text={`${test.argument} ${test.test}`} />
        </code>{" "}
        <span className="text-fg-3">
          {test.passed ? words.passed : test.testable ? words.notPassed : words.notTestable}: {given ? <ForeignText text={words.value(JSON.stringify(test.value))} /> : words.notGiven}
        </span>
      </span>
    </li>
  );
}

function Times({ result }: { result: Judged }) {
  const parts = [
    result.expires_after === null ? "" : words.times.expires(timeWords(result.expires_after)),
    result.execute_within === null ? "" : words.times.within(timeWords(result.execute_within)),
    result.grace === null || result.grace === "0s" ? "" : words.times.grace(timeWords(result.grace)),
  ].filter((part) => part !== "");
  return parts.length === 0 ? null : <p>{`${parts.join(", ")}.`}</p>;
}
