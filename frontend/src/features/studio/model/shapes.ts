/** What the REST interface says of everything a builder edits: the same shapes for each kind of thing. */

/** As the definition file writes a thing, below its name. A draft may hold anything: the form reads it with care. */
export type Content = Readonly<Record<string, unknown>>;

export interface Named {
  readonly id: string;
  readonly name: string;
}

export interface Problem {
  readonly code: string;
  readonly message: string;
  /** Where in the content: a JSON pointer, "" for the whole. */
  readonly pointer: string;
  /** Where in the text, from 1; 0 where it belongs to no line. */
  readonly line: number;
  readonly column: number;
}

/** Content with its text and what is wrong with it. `content` is null where the text cannot be read. */
export interface Checked {
  readonly content: Content | null;
  readonly text: string;
  readonly problems: readonly Problem[];
}

export interface DraftShown extends Checked {
  readonly revision: number;
  /** The version it was begun from. */
  readonly base_number: number | null;
  readonly updated_at: string;
  readonly updated_by: Named | null;
  /** Whether it differs from what is live. */
  readonly changed: boolean;
}

/** A row of a list; each kind adds columns of its own. */
export interface Listed extends Named {
  readonly description?: string;
  readonly version: number | null;
  readonly version_id?: string | null;
  readonly published_at: string | null;
  readonly published_by: Named | null;
  readonly archived_at: string | null;
  readonly draft: { readonly revision: number; readonly updated_at: string; readonly updated_by: Named | null } | null;
  readonly used_by: number;
}

export interface UsedBy extends Named {
  /** `agent`, or `policy` for a rule that names it. */
  readonly kind: string;
  /** The version that is used; a rule names none. */
  readonly version: number | null;
  /** Whether that is the newest. */
  readonly is_live: boolean;
}

/** A pin of the live version that is not the newest. */
export interface Outdated {
  readonly kind: string;
  readonly name: string;
  readonly uses: number;
  readonly newest: number;
}

/** One thing: what is live, and the draft of what comes next. */
export interface Detail extends Named {
  readonly version: number | null;
  readonly version_id?: string | null;
  readonly published_at: string | null;
  readonly published_by: Named | null;
  readonly archived_at: string | null;
  readonly notes: string;
  readonly content: Content | null;
  readonly text: string | null;
  readonly draft: DraftShown | null;
  readonly used_by: readonly UsedBy[];
  readonly outdated: readonly Outdated[];
}

export interface VersionShown {
  readonly number: number;
  readonly id: string;
  readonly notes: string;
  readonly created_at: string;
  readonly created_by: Named | null;
  readonly is_live: boolean;
  /** Of tools: no new call uses it. */
  readonly withdrawn_at?: string | null;
}

export interface VersionDetail extends VersionShown {
  readonly content: Content;
  readonly text: string;
}

export interface Published {
  readonly version: number;
  readonly version_id: string;
  readonly updated_agents: readonly (Named & { readonly version: number })[];
}

export interface PageOf<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}
