import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMemo, useState } from "react";
import { usePageTitle } from "#pwa/ui/page-title.ts";
import { Segments } from "#pwa/ui/segments.tsx";
import { CONTENT_KINDS, type ContentKind } from "#schemas/content/items.ts";
import { kindWords } from "./content-words.ts";
import { ContentEditor } from "./later-editor.tsx";
import { SAMPLES } from "./sample-content.ts";
import { samplePictures } from "./sample-pictures.ts";
import type { EditorPort } from "./use-session.ts";

/** Keeps nothing: every saving is the next one of its own. */
const PORT: EditorPort = {
  save: async (_, { revision }) => ({ revision: revision + 1 }),
  meaningOf: () => "refused",
  theirs: () => Promise.reject(new Error("Nobody else writes the example.")),
};

/** The operators' editor for everybody, on an example that nobody keeps. */
export function SampleScreen() {
  const title = t`Try the editor`;
  usePageTitle(title);
  const [kind, setKind] = useState<ContentKind>("page");
  const pictures = useMemo(() => samplePictures(), []);
  return (
    <div className="mx-auto w-full max-w-5xl px-4 py-8 sm:px-6">
      <h1 className="text-2xl font-semibold">{title}</h1>
      <p className="mt-2 mb-5 max-w-2xl text-ink-2">
        <Trans>
          This is what operators write pages, blocks and menus with, here on an example: what you change stays in this
          tab, and is gone with it.
        </Trans>
      </p>
      <div className="mb-4">
        <Segments
          label={t`What is written`}
          items={CONTENT_KINDS.map((value) => ({ value, label: kindWords(value) }))}
          value={kind}
          onValueChange={setKind}
        />
      </div>
      <ContentEditor
        key={kind}
        start={{ content: SAMPLES[kind], place: { revision: 0, baseVersion: 0 } }}
        savedAt={null}
        port={PORT}
        pictures={pictures}
        isReadOnly={false}
        isSample
      />
    </div>
  );
}
