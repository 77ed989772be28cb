import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { useAsk } from "#pwa/console/desk/ask.ts";
import { AskedState } from "#pwa/console/desk/asked-state.tsx";
import { useMay } from "#pwa/console/desk/may.ts";
import { ReasonSheet } from "#pwa/console/desk/reason-sheet.tsx";
import { ContentDifference } from "#pwa/content-editor/door.ts";
import { call } from "#pwa/platform/api/call.ts";
import { Button } from "#pwa/ui/button.tsx";
import { formatDate } from "#pwa/ui/format.ts";
import { SelectField } from "#pwa/ui/select.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import type { ContentVersion } from "#schemas/content/desk.ts";
import type { Content } from "#schemas/content/items.ts";
import { CONTENT_DESK_ENDPOINTS } from "#schemas/endpoints/content-desk.ts";
import { keptOf, type Which } from "./content-port.ts";
import type { ActProps } from "./act-props.ts";

const NOW = "now";
const NONE: readonly ContentVersion[] = [];

/** All that was ever public of it: who published it and why, what two of them say differently, and the way back to one. */
export function HistorySheet(props: ActProps) {
  const { which, session, onClose } = props;
  const [before, setBefore] = useState<number>();
  const asked = useAsk(CONTENT_DESK_ENDPOINTS.contentVersions, { query: { ...which, before } });
  const versions = asked.value?.versions ?? NONE;
  const [from, setFrom] = useState<string | null>(null);
  const [to, setTo] = useState(NOW);
  const [isRestoring, setRestoring] = useState(false);
  const may = useMay();
  const older = from ?? String(versions[0]?.version ?? "");
  const options = versions.map(({ version }) => ({ value: String(version), label: t`Version ${version}` }));
  const last = versions.at(-1)?.version;
  const version = Number(older);
  if (isRestoring) return <RestoreSheet {...props} version={version} onBack={() => setRestoring(false)} />;
  return (
    <Sheet size="lg" title={t`History`} onClose={onClose}>
      <AskedState asked={asked}>
        {versions.length === 0 ? (
          <p className="text-sm text-ink-3">
            <Trans>Nothing of it was ever public.</Trans>
          </p>
        ) : (
          <div className="flex flex-col gap-5">
            <ol className="flex flex-col gap-2">
              {versions.map((version) => (
                <VersionLine key={version.version} version={version} />
              ))}
            </ol>
            {asked.value?.hasMore === true && last !== undefined ? (
              <Button variant="secondary" size="sm" className="self-start" onClick={() => setBefore(last)}>
                <Trans>Show earlier ones</Trans>
              </Button>
            ) : null}
            <div className="grid gap-3 sm:grid-cols-2">
              <SelectField label={t`Compare`} options={options} value={older} onValueChange={setFrom} />
              <SelectField
                label={t({ message: "with", context: "compare one version with another" })}
                options={[{ value: NOW, label: t`What is written now` }, ...options]}
                value={to}
                onValueChange={setTo}
              />
            </div>
            {may(CONTENT_DESK_ENDPOINTS.restoreContent) ? (
              <Button variant="secondary" size="sm" className="self-start" onClick={() => setRestoring(true)}>
                <Trans>Go back to version {version}</Trans>
              </Button>
            ) : null}
            <Compared which={which} from={version} to={to === NOW ? session.content : Number(to)} />
          </div>
        )}
      </AskedState>
    </Sheet>
  );
}

function VersionLine({ version: { version, publishedAt, author, reason } }: { readonly version: ContentVersion }) {
  const when = formatDate(Date.parse(publishedAt), { withTime: true });
  return (
    <li className="rounded-md border border-line px-3 py-2 text-sm">
      <p className="flex flex-wrap justify-between gap-x-3">
        <span className="font-medium">
          <Trans>Version {version}</Trans>
        </span>
        <span className="text-ink-3">
          {when} · {author?.username ?? t({ message: "As it came", context: "a text that the app came with" })}
        </span>
      </p>
      {reason === "" ? null : (
        <p dir="auto" className="mt-1 break-words text-ink-2">
          {reason}
        </p>
      )}
    </li>
  );
}

interface ComparedProps {
  readonly which: Which;
  readonly from: number;
  readonly to: number | Content;
}

function Compared({ which, from, to }: ComparedProps) {
  const isVersion = typeof to === "number";
  const older = useAsk(CONTENT_DESK_ENDPOINTS.contentVersion, { query: { ...which, version: from } });
  const newer = useAsk(
    CONTENT_DESK_ENDPOINTS.contentVersion,
    { query: { ...which, version: isVersion ? to : from } },
    { isOn: isVersion },
  );
  const after = isVersion ? newer.value?.content : to;
  return (
    <AskedState asked={isVersion && older.value !== null ? newer : older}>
      {older.value === null || after === undefined ? null : (
        <ContentDifference before={older.value.content} after={after} />
      )}
    </AskedState>
  );
}

interface RestoreSheetProps extends ActProps {
  readonly version: number;
  /** To the history, with nothing done. */
  readonly onBack: () => void;
}

/** Makes a draft of a version that was public once. It publishes nothing. */
function RestoreSheet({ which, version, session, onDone, onClose, onBack }: RestoreSheetProps) {
  return (
    <ReasonSheet
      title={t`Go back to version ${version}?`}
      description={t`It becomes the draft: nothing changes for readers before it is published. Undo brings back what is written now.`}
      submit={t`Go back to it`}
      done={t`That version is the draft now`}
      carryOut={async ({ reason }) => {
        const revision = (await session.flush())?.revision ?? 0;
        const body = { ...which, revision, version, reason };
        const answer = await call(CONTENT_DESK_ENDPOINTS.restoreContent, { body });
        const kept = keptOf(answer);
        if (kept !== null) session.take(kept);
        return answer;
      }}
      onDone={() => {
        onDone();
        onClose();
      }}
      onClose={onBack}
    />
  );
}
