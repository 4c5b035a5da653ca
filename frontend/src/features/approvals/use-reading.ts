import { useEffect, useMemo } from "react";

import type { RunDetail } from "@/api/types";
import { after } from "@/text/approvals";
import { announce } from "@/ui/announce";
import { useNow } from "@/ui/now";

import { useAlike, useRunOfCard } from "./data";
import { type ApprovalCard, type ApprovalRow, type Stance, stanceOf } from "./model/card";
import { type Field, fieldsOf } from "./model/fields";

/** A card with all that stands around it. */
export interface Reading {
  card: ApprovalCard;
  stance: Stance;
  fields: readonly Field[];
  run: RunDetail | undefined;
  runFailed: boolean;
  alike: readonly ApprovalRow[] | undefined;
}

/** What a person reads before deciding; it follows the clock and the record by itself. */
export function useReading(card: ApprovalCard): Reading {
  const stance = stanceOf(card, useNow("second"));
  const run = useRunOfCard(card.run.id);
  const alike = useAlike(card);
  const fields = useMemo(() => fieldsOf(card.arguments, card.input_schema), [card.arguments, card.input_schema]);
  const isOver = stance === "expired" && card.state === "pending";
  useEffect(() => {
    if (isOver) announce(after.expiredNow);
  }, [isOver]);
  return { card, stance, fields, run: run.data, runFailed: run.isError, alike: alike.data };
}
