import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "#pwa/ui/button.tsx";
import { PictureSheet } from "./picture-sheet.tsx";
import type { FieldsOf } from "./fields-of.ts";
import { WrittenField } from "./text-fields.tsx";
import { useIssue, useWriting } from "./writing.ts";

/** A picture of the library, and what it shows. */
export function PictureFields({ path, section, onChange }: FieldsOf<"picture">) {
  return (
    <>
      <PictureChoice
        path={`${path}.mediaId`}
        mediaId={section.mediaId}
        onChoose={(mediaId, alt) =>
          onChange({ ...section, mediaId, alt: section.alt === "" ? alt : section.alt }, null)
        }
      />
      <WrittenField
        label={t`What it shows`}
        hint={t`For whoever does not see it.`}
        path={`${path}.alt`}
        value={section.alt}
        most={300}
        onChange={(alt, of) => onChange({ ...section, alt }, of)}
      />
      <WrittenField
        label={t`Words under it`}
        path={`${path}.caption`}
        value={section.caption}
        most={300}
        onChange={(caption, of) => onChange({ ...section, caption }, of)}
      />
    </>
  );
}

interface PictureChoiceProps {
  readonly path: string;
  /** Empty where none is chosen. */
  readonly mediaId: string;
  /** With what the library says that it shows. */
  readonly onChoose: (mediaId: string, alt: string) => void;
  /** Where there may be none. */
  readonly onNone?: () => void;
}

/** Which picture: the one that is chosen, and a way to another. */
export function PictureChoice({ path, mediaId, onChoose, onNone }: PictureChoiceProps) {
  const { isReadOnly, pictures } = useWriting();
  const [isChoosing, setChoosing] = useState(false);
  const issue = useIssue(path);
  return (
    <div className="flex flex-col items-start gap-2">
      {mediaId === "" ? null : (
        <img
          src={pictures.urlOf(mediaId)}
          alt=""
          className="max-h-48 max-w-full rounded-md border border-line object-contain"
        />
      )}
      {isReadOnly ? null : (
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" data-path={path} onClick={() => setChoosing(true)}>
            {mediaId === "" ? <Trans>Choose a picture</Trans> : <Trans>Choose another picture</Trans>}
          </Button>
          {mediaId === "" || onNone === undefined ? null : (
            <Button variant="ghost" size="sm" onClick={onNone}>
              <Trans>Without a picture</Trans>
            </Button>
          )}
        </div>
      )}
      {issue === undefined ? null : (
        <p role="alert" className="text-sm text-down">
          {mediaId === "" ? t`Choose a picture` : issue}
        </p>
      )}
      {isChoosing ? (
        <PictureSheet
          onClose={() => setChoosing(false)}
          onChoose={(chosen) => {
            setChoosing(false);
            onChoose(chosen.mediaId, chosen.alt);
          }}
        />
      ) : null}
    </div>
  );
}
