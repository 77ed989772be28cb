import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { useMay } from "#pwa/console/desk/may.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { CONTENT_DESK_ENDPOINTS } from "#schemas/endpoints/content-desk.ts";
import type { ActProps } from "./act-props.ts";
import { DiscardSheet, PublishSheet, UnpublishSheet } from "./act-sheets.tsx";
import { HistorySheet } from "./history-sheet.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { LinkSheet } from "./link-sheet.tsx";
import { ScheduleSheet } from "./schedule-sheet.tsx";

type Opened = "more" | "publish" | "schedule" | "discard" | "unpublish" | "link" | "history";

const SHEETS = {
  publish: PublishSheet,
  schedule: ScheduleSheet,
  discard: DiscardSheet,
  unpublish: UnpublishSheet,
  link: LinkSheet,
  history: HistorySheet,
} as const;

interface ItemActsProps extends Omit<ActProps, "onClose"> {
  readonly isReadOnly: boolean;
}

/** What is done with an item besides writing it. */
export function ItemActs({ isReadOnly, ...given }: ItemActsProps) {
  const { item, session } = given;
  const [opened, setOpened] = useState<Opened | null>(null);
  const may = useMay();
  const mayPublish = may(CONTENT_DESK_ENDPOINTS.publishContent) && !isReadOnly;
  const close = () => setOpened(null);
  const Opened = opened === null || opened === "more" ? null : SHEETS[opened];
  /** What is acted on is what was saved: first it is. */
  async function openSaved(next: "publish" | "schedule" | "link") {
    const place = await session.flush();
    if (place === null)
      return showToast({
        title: t`Not everything is saved`,
        description: t`The line above says why. Nothing is published before it is saved.`,
      });
    if (place.revision === 0) return showToast({ title: t`This says exactly what is public already.` });
    return setOpened(next);
  }
  return (
    <>
      {isReadOnly ? null : <LeaveGuard session={session} />}
      {mayPublish ? (
        <Button size="sm" onClick={() => void openSaved("publish")}>
          <Trans>Publish</Trans>
        </Button>
      ) : null}
      <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={() => setOpened("more")}>
        <Ellipsis aria-hidden="true" className="size-4" />
        {t({ message: "More", context: "what else can be done with something" })}
      </Button>
      {opened === "more" ? (
        <Sheet title={t`What else can be done`} size="sm" onClose={close}>
          <div className="flex flex-col gap-2">
            <Way label={t`History`} isOn onClick={() => setOpened("history")} />
            <Way
              label={t`A link to look at it`}
              isOn={given.which.kind === "page" && may(CONTENT_DESK_ENDPOINTS.previewContent) && !isReadOnly}
              onClick={() => void openSaved("link")}
            />
            <Way label={t`Publish later`} isOn={mayPublish} onClick={() => void openSaved("schedule")} />
            <Way
              label={t`Throw the draft away`}
              isOn={!isReadOnly && may(CONTENT_DESK_ENDPOINTS.discardDraft)}
              onClick={() => setOpened("discard")}
            />
            <Way
              label={t`Take it away from readers`}
              isOn={mayPublish && item.published !== null}
              onClick={() => setOpened("unpublish")}
            />
          </div>
        </Sheet>
      ) : null}
      {Opened === null ? null : <Opened {...given} onClose={close} />}
    </>
  );
}

interface WayProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onClick: () => void;
}

function Way({ label, isOn, onClick }: WayProps) {
  if (!isOn) return null;
  return (
    <Button variant="secondary" onClick={onClick}>
      {label}
    </Button>
  );
}
