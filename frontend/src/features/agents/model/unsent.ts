/** Which settings of an agent its model never gets, since it does not take them. Pure. */

import { asRecord } from "@/features/studio/model/read";

export interface Saying {
  readonly capabilities?: unknown;
  readonly model_capabilities?: unknown;
}

/** Names that are not sent: what is usual for the model, then what its connection says, then what it says of this model. */
export function unsentOf(usual: unknown, connection: Saying, model: string): ReadonlySet<string> {
  const said = { ...asRecord(usual), ...asRecord(connection.capabilities), ...asRecord(asRecord(connection.model_capabilities)[model]) };
  return new Set(Object.keys(said).filter((name) => said[name] === false));
}
