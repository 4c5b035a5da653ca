import { Link, useNavigate } from "@tanstack/react-router";
import { useQueryClient } from "@tanstack/react-query";
import { History, Search } from "lucide-react";
import { useEffect, useState } from "react";

import { keys } from "@/api/query";
import type { RunDetail } from "@/api/types";
import { useCommands } from "@/commands/use-commands";
import { useApprovalCounts } from "@/shell/counts";
import { Page, TopBar, TwoPane } from "@/shell/page";
import { after, card as cardWords, inbox as words } from "@/text/approvals";
import { buttonClass } from "@/ui/button";
import { copyText } from "@/ui/copy-text";
import { IconButton } from "@/ui/icon-button";
import { now } from "@/ui/now";
import { anyLink } from "@/ui/place";
import { toasts } from "@/ui/toasts";
import { useMedia, widths } from "@/ui/use-media";

import { Detail } from "./detail/detail";
import { prefetchCard } from "./data";
import { type Decided, useGuide } from "./guide/use-guide";
import { FILTER_ID } from "./list/filter";
import { Queue } from "./list/queue";
import { type ApprovalCard, type ApprovalRow, isOpen } from "./model/card";
import { moveBy, neighbourOf } from "./model/live-rows";
import { positionOf } from "./model/position";
import { runPlace } from "./run-place";
import { focusSentence } from "./sentence-focus";
import { approvalCommands } from "./use-approval-commands";
import { useDesk } from "./use-desk";
import { useInbox } from "./use-inbox";
import { usePlace } from "./use-place";

function isFocusInCard(): boolean {
  return document.activeElement?.closest("[data-card]") != null;
}

/** What waits for a person, and what people decided: the list and one card beside it. */
export function ApprovalsPage() {
  const at = usePlace();
  const { place, current, open } = at;
  const list = useInbox(place);
  const { keeper, order } = list;
  const counts = useApprovalCounts().data;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const onePane = useMedia(widths.onePane);
  const phone = useMedia(widths.phone);
  const [isSearching, setSearching] = useState(false);
  const [decided, setDecided] = useState<Decided | null>(null);
  const guide = useGuide(decided);
  const following = current === null ? null : neighbourOf(order, current);

  const runOf = (card: Pick<ApprovalRow, "call_id" | "run">) =>
    runPlace(card, queries.getQueryData<RunDetail>([...keys.run(card.run.id), "detail"]));
  const openRun = (card: Pick<ApprovalRow, "call_id" | "run">) => void navigate(anyLink(runOf(card)));
  /** `focus`: the person reads on at the sentence. */
  const go = (id: string | null, focus: boolean) => {
    if (id === null) return;
    keeper.touch(now());
    keeper.moveOn(id);
    // A card that goes takes the focus inside it along.
    if (focus || isFocusInCard()) focusSentence(id, current);
    if (id !== current) open(id, { replace: current !== null || !onePane });
  };
  const goNext = following === null ? null : () => go(following, true);

  const { desk, takeBack, showNewer } = useDesk({
    moveOn: (card) => {
      setDecided({ run: runOf(card), startsAt: card.held === null ? null : Date.parse(card.held.starts_at) });
      const next = neighbourOf(order, card.id);
      if (place.view !== "all" || card.held === null) keeper.leave(card.id);
      if (current === card.id) go(next ?? card.id, true);
    },
    show: (id) => go(id, true),
    welcome: (id) => {
      keeper.welcome(id);
      setDecided(null);
    },
    openRun,
  });

  // With room for both, a card is always open beside the list.
  const first = order[0] ?? null;
  const opensFirst = !onePane && current === null && first !== null && list.isSettled;
  useEffect(() => {
    if (opensFirst) open(first, { replace: true });
    // Only when there is something to open: `open` is a new function each time.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [opensFirst, first]);
  // The next card is read ahead, so that it is there at once.
  useEffect(() => {
    if (following !== null && place.view !== "decided") prefetchCard(following);
  }, [following, place.view]);

  const copyLink = () =>
    void copyText(window.location.href).then((done) => {
      if (done) toasts.show({ text: cardWords.linkCopied, seconds: 3 });
    });
  const move = (by: number) => go(moveBy(order, current, by), false);
  const filter = () => {
    setSearching(true);
    requestAnimationFrame(() => document.getElementById(FILTER_ID)?.focus());
  };
  const showNew = () => {
    if (list.failure !== null) list.readAgain();
    else keeper.showWaiting(now());
  };
  const back = onePane && current !== null ? () => open(null) : null;
  const openRunOfCurrent = () => {
    const card = queries.getQueryData<ApprovalCard>(keys.approval(current ?? ""));
    if (card !== undefined) openRun(card);
  };
  useCommands(
    approvalCommands({
      approve: current === null ? null : () => desk.approve("key"),
      reject: current === null ? null : () => desk.dispatch({ type: "open_form", held: false }),
      move,
      read: () => (current === null ? move(1) : focusSentence(current, current)),
      skip: () => (following === null ? toasts.show({ text: after.last, seconds: 3 }) : go(following, true)),
      openRun: current === null ? null : openRunOfCurrent,
      copyLink: current === null ? null : copyLink,
      filter,
      showNew,
      showView: (view) => void navigate(anyLink(at.target({ view, words: "" }))),
      back,
      clear: place.words === "" ? null : () => at.change({ words: "" }),
    }),
  );

  const position = positionOf(order, current);
  const showsDetail = current !== null;
  const isCardAlone = onePane && showsDetail;
  const title = isCardAlone && position !== null ? words.position(position.index, position.total) : words.title;
  return (
    <Page>
      <TopBar
        path={isCardAlone ? [{ name: words.title, place: at.target({}) }] : []}
        title={title}
        note={counts === undefined || isCardAlone ? undefined : words.waitForYou(counts.mine)}
      >
        {phone && !showsDetail && <IconButton icon={Search} label={words.filterLabel} onClick={filter} />}
        {!phone && counts !== undefined && counts.decided_today_by_me > 0 && (
          <Link {...anyLink({ to: "/approvals", search: { view: "decided", by: "me" } })} className={buttonClass({ variant: "ghost", size: "small" })}>
            <History size={14} aria-hidden="true" />
            {words.decidedToday(counts.decided_today_by_me)}
          </Link>
        )}
      </TopBar>
      <TwoPane
        id="approvals"
        label={words.list}
        showsDetail={showsDetail}
        list={
          <Queue
            at={at}
            list={list}
            counts={counts}
            isSearching={isSearching}
            onOpen={(id) => go(id, onePane)}
            onMove={move}
            onEnter={() => {
              if (current !== null) go(current, true);
            }}
            onShowNew={showNew}
            onLeaveFilter={() => {
              setSearching(false);
              document.querySelector<HTMLElement>("[role=listbox]")?.focus();
            }}
          />
        }
        detail={
          current !== null && (
            <Detail
              id={current}
              desk={desk}
              position={isCardAlone ? null : position}
              guide={guide}
              actsOf={(card) => ({
                next: goNext,
                skip: isOpen(card, now()) ? goNext : null,
                openRun: () => openRun(card),
                copyLink,
                takeBack: () => takeBack(card.id),
                showNewer: () => showNewer(card),
              })}
            />
          )
        }
      />
    </Page>
  );
}
