import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { FileUp } from "lucide-react";
import { type ChangeEvent, type DragEvent, useRef, useState } from "react";
import type { Contact } from "#pwa/parts/directory/directory.ts";
import { addContact, editContact } from "#pwa/platform/db/edits.ts";
import type { UserDatabase } from "#pwa/platform/rxdb/user-database.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { newUid } from "#pwa/platform/device/random.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { SwitchField } from "#pwa/ui/switch.tsx";
import { readContactFile } from "./contact-file.ts";
import { ImportPreview } from "./import-preview.tsx";
import { planImport, type PlanEntry } from "./import-plan.ts";

type Stage =
  | { readonly kind: "choose"; readonly problem: string | null }
  | { readonly kind: "reading" }
  | {
      readonly kind: "preview";
      readonly name: string;
      readonly plan: readonly PlanEntry[];
      readonly problem: string | null;
    }
  | { readonly kind: "writing"; readonly done: number; readonly total: number };

interface ImportSheetProps {
  readonly database: UserDatabase;
  readonly contacts: readonly Contact[];
  readonly onClose: () => void;
}

/** Takes contacts out of a file. Nothing is kept before the person has seen what would be. */
export function ImportSheet({ database, contacts, onClose }: ImportSheetProps) {
  const [stage, setStage] = useState<Stage>({ kind: "choose", problem: null });
  const [withChanges, setWithChanges] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const plan = stage.kind === "preview" ? stage.plan : [];
  const chosen = plan.filter(({ kind }) => kind === "new" || (kind === "changed" && withChanges));

  async function read(file: File | undefined) {
    if (file === undefined) return;
    setStage({ kind: "reading" });
    try {
      const reading = await readContactFile(file);
      if (!reading.ok) return setStage({ kind: "choose", problem: reading.problem });
      setStage({ kind: "preview", name: file.name, plan: planImport(reading.rows, contacts), problem: null });
    } catch (error) {
      logProblem("A file of contacts could not be read", error);
      setStage({ kind: "choose", problem: t`This file could not be read.` });
    }
  }

  async function write(name: string) {
    let done = 0;
    setStage({ kind: "writing", done, total: chosen.length });
    try {
      for (const entry of chosen) {
        if (entry.kind === "new") await addContact(database, newUid(), entry.form, nowMs());
        if (entry.kind === "changed") await editContact(database, entry.contact.uid, entry.changes, nowMs());
        done += 1;
        if (done % 25 === 0) setStage({ kind: "writing", done, total: chosen.length });
      }
      showToast({
        title: t`Contacts imported`,
        description: takenWords(done, plan.length),
      });
      onClose();
    } catch (error) {
      logProblem("Contacts could not be imported", error);
      setStage({ kind: "preview", name, plan, problem: notAllKeptWords(done) });
    }
  }

  const isWriting = stage.kind === "writing";
  return (
    <Sheet
      size="lg"
      onClose={onClose}
      mayClose={!isWriting}
      title={t`Import contacts`}
      description={t`From a CSV or vCard file, ours or another wallet's. It is read on this device.`}
      footer={
        <>
          <Button variant="ghost" disabled={isWriting} onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          {stage.kind === "preview" || isWriting ? (
            <Button
              loading={isWriting}
              disabled={chosen.length === 0}
              onClick={() => {
                if (stage.kind === "preview") void write(stage.name);
              }}
            >
              {isWriting
                ? t`${{ done: stage.done }} of ${{ total: stage.total }}`
                : plural({ count: chosen.length }, { one: "Import #", other: "Import #" })}
            </Button>
          ) : null}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {stage.kind === "choose" && stage.problem !== null ? <Notice tone="error">{stage.problem}</Notice> : null}
        {stage.kind === "choose" || stage.kind === "reading" ? (
          <FileDrop
            isReading={stage.kind === "reading"}
            onChoose={() => input.current?.click()}
            onDrop={(file) => void read(file)}
          />
        ) : null}
        <input
          ref={input}
          type="file"
          accept=".csv,.txt,.vcf,.vcard,text/csv,text/vcard"
          aria-label={t`File of contacts`}
          className="sr-only"
          tabIndex={-1}
          onChange={(event: ChangeEvent<HTMLInputElement>) => {
            const [file] = event.target.files ?? [];
            event.target.value = "";
            void read(file);
          }}
        />
        {stage.kind === "preview" ? (
          <Found stage={stage} withChanges={withChanges} onWithChanges={setWithChanges} />
        ) : null}
      </div>
    </Sheet>
  );
}

function takenWords(done: number, total: number): string {
  return plural(total, {
    one: `${done} of # row of the file was taken.`,
    other: `${done} of # rows of the file were taken.`,
  });
}

function notAllKeptWords(done: number): string {
  return plural(done, {
    one: "# contact was kept, then this device took no more. Free some space and import the file again: what is there already is left alone.",
    other:
      "# contacts were kept, then this device took no more. Free some space and import the file again: what is there already is left alone.",
  });
}

interface FoundProps {
  readonly stage: Extract<Stage, { readonly kind: "preview" }>;
  readonly withChanges: boolean;
  readonly onWithChanges: (withChanges: boolean) => void;
}

/** What is in the file, and what would be done with it. */
function Found({ stage, withChanges, onWithChanges }: FoundProps) {
  const changed = stage.plan.filter(({ kind }) => kind === "changed").length;
  return (
    <>
      {stage.problem === null ? null : <Notice tone="error">{stage.problem}</Notice>}
      {changed > 0 ? (
        <SwitchField
          label={plural(changed, {
            one: "Also change the # that differs from what you have",
            other: "Also change the # that differ from what you have",
          })}
          checked={withChanges}
          onCheckedChange={onWithChanges}
        />
      ) : null}
      <ImportPreview plan={stage.plan} />
    </>
  );
}

interface FileDropProps {
  readonly isReading: boolean;
  readonly onChoose: () => void;
  readonly onDrop: (file: File | undefined) => void;
}

function FileDrop({ isReading, onChoose, onDrop }: FileDropProps) {
  return (
    <div
      onDragOver={(event: DragEvent) => event.preventDefault()}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        onDrop(event.dataTransfer.files[0]);
      }}
      className="flex flex-col items-center gap-3 rounded-md border border-dashed border-line-strong px-4 py-10 text-center"
    >
      <FileUp aria-hidden="true" className="size-8 text-ink-3" />
      <p className="text-sm text-ink-2">
        <Trans>You will see what is in it before anything is kept.</Trans>
      </p>
      <Button variant="secondary" loading={isReading} onClick={onChoose}>
        <Trans>Choose a file</Trans>
      </Button>
    </div>
  );
}
