import type { AgentSummary } from "@/api/types";
import type { StartForm } from "@/features/runs/start-form";
import type { TeamListed } from "@/features/runs/use-teams";
import { start as words } from "@/text/runs";
import { Field, SelectInput } from "@/ui/field";

const TEAM = "team:";

interface WhoFieldProps {
  form: StartForm;
  agents: readonly AgentSummary[];
  teams: readonly TeamListed[];
  error: string | undefined;
  onChange: (who: Pick<StartForm, "agent" | "team">) => void;
  onBlur: () => void;
}

/** Who works on the run: an agent or a team, in one list. */
export function WhoField({ form, agents, teams, error, onChange, onBlur }: WhoFieldProps) {
  const agent = agents.find((each) => each.id === form.agent);
  const team = teams.find((each) => each.id === form.team);
  const choose = (value: string) => onChange(value.startsWith(TEAM) ? { agent: "", team: value.slice(TEAM.length) } : { agent: value, team: "" });
  return (
    <Field label={words.agent} required error={error} help={(agent && <AgentFacts agent={agent} />) ?? (team && <TeamFacts team={team} />)}>
      {(ids) => (
        <SelectInput
          {...ids}
          name="agent"
          value={form.team === "" ? form.agent : `${TEAM}${form.team}`}
          onChange={(event) => choose(event.target.value)}
          onBlur={onBlur}
        >
          <option value="" disabled>
            {words.chooseAgent}
          </option>
          {teams.length === 0 ? (
            <Options of={agents} />
          ) : (
            <>
              <optgroup label={words.agents}>
                <Options of={agents} />
              </optgroup>
              <optgroup label={words.teams}>
                <Options of={teams} before={TEAM} />
              </optgroup>
            </>
          )}
        </SelectInput>
      )}
    </Field>
  );
}

function Options({ of, before = "" }: { of: readonly { readonly id: string; readonly name: string }[]; before?: string }) {
  return of.map(({ id, name }) => (
    <option key={id} value={`${before}${id}`}>
      {name}
    </option>
  ));
}

function AgentFacts({ agent }: { agent: AgentSummary }) {
  return (
    <>
      {agent.description !== "" && <span className="block text-fg-2">{agent.description}</span>}
      <span className="block">
        {agent.scripted ? words.scripted : agent.model !== null && words.model(agent.model, agent.provider ?? "")}{" "}
        {agent.tools.length === 0 ? words.noTools : words.tools(agent.tools)}
      </span>
    </>
  );
}

function TeamFacts({ team }: { team: TeamListed }) {
  return (
    <>
      {team.description !== "" && <span className="block text-fg-2">{team.description}</span>}
      <span className="block">{words.members(team.members ?? [])}</span>
    </>
  );
}
