import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Camera, ImageUp, RotateCcw, Smartphone } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { usePictureUrl } from "#pwa/parts/files/use-picture-url.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { useMedia } from "#pwa/platform/device/media.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Spinner } from "#pwa/ui/spinner.tsx";
import type { DocumentType, PictureSlot } from "#schemas/kyc.ts";
import { CameraView } from "./camera-view.tsx";
import { adviceWords, hintWords, partWords } from "./identity-words.ts";
import { PICTURE_TYPE, type PreparedPicture } from "./prepare-picture.ts";
import { isTooLarge, takePictureIn } from "./take-picture-in.ts";

interface PictureStepProps {
  readonly slot: PictureSlot;
  readonly documentType: DocumentType | null;
  /** The picture that is there already. */
  readonly picture: Blob | null;
  /** Whether it came another way, so that this device cannot show it. */
  readonly hasArrived: boolean;
  /** Whether one may be used that the device has something to say against; it is counted by `onWarned`. */
  readonly mayBeUsed: boolean;
  readonly onWarned: () => void;
  readonly onTaken: (picture: PreparedPicture) => void;
  /** Not where this is the phone already. */
  readonly onPhone?: () => void;
}

type Taking =
  | { readonly kind: "choosing" | "camera" | "working" }
  | { readonly kind: "unread" | "too-large" }
  | { readonly kind: "doubted"; readonly prepared: PreparedPicture; readonly blob: Blob };

/** One picture: taken with the camera or from a file, looked at, shown. */
export function PictureStep(props: PictureStepProps) {
  const { slot, documentType, picture, hasArrived, mayBeUsed, onWarned, onTaken, onPhone } = props;
  const [taking, setTaking] = useState<Taking>({ kind: "choosing" });
  const [isAnother, setAnother] = useState(false);
  const name = partWords(slot, documentType);

  async function take(file: Blob) {
    if (isTooLarge(file)) return setTaking({ kind: "too-large" });
    setTaking({ kind: "working" });
    try {
      const prepared = await takePictureIn(file, slot);
      if (prepared.hints.length === 0) return use(prepared);
      onWarned();
      setTaking({ kind: "doubted", prepared, blob: new Blob([prepared.bytes], { type: PICTURE_TYPE }) });
    } catch (error) {
      logProblem("A file could not be read as a picture", error);
      setTaking({ kind: "unread" });
    }
  }
  function use(prepared: PreparedPicture) {
    setTaking({ kind: "choosing" });
    setAnother(false);
    onTaken(prepared);
  }

  const ways = (
    <Ways
      slot={slot}
      onFile={(file) => void take(file)}
      onCamera={() => setTaking({ kind: "camera" })}
      {...(onPhone === undefined ? {} : { onPhone })}
    />
  );
  if (taking.kind === "working")
    return (
      <div className="grid aspect-4/3 place-items-center rounded-md bg-surface-2">
        <Spinner label={t`Looking at your picture`} />
      </div>
    );
  if (taking.kind === "camera")
    return (
      <CameraView
        isSelfie={slot === "selfie"}
        onTaken={(file) => void take(file)}
        onBack={() => setTaking({ kind: "choosing" })}
        otherWays={
          <Ways slot={slot} onFile={(file) => void take(file)} {...(onPhone === undefined ? {} : { onPhone })} />
        }
      />
    );
  if (taking.kind === "doubted")
    return (
      <Doubted
        name={name}
        blob={taking.blob}
        prepared={taking.prepared}
        mayBeUsed={mayBeUsed}
        onUse={() => use(taking.prepared)}
        onAgain={() => setTaking({ kind: "choosing" })}
      />
    );
  if (!isAnother && (picture !== null || hasArrived))
    return (
      <div className="flex flex-col gap-4">
        {picture === null ? (
          <Notice tone="success" title={t`This picture is there already`}>
            <Trans>It was taken on another device.</Trans>
          </Notice>
        ) : (
          <ShownPicture picture={picture} name={name} />
        )}
        <Button variant="secondary" className="self-start" onClick={() => setAnother(true)}>
          <RotateCcw aria-hidden="true" className="size-4" />
          <Trans>Take another one</Trans>
        </Button>
      </div>
    );
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-ink-2">{adviceWords(slot)}</p>
      {taking.kind === "too-large" ? (
        <Notice tone="error">
          <Trans>This file is larger than 40 MB. Please choose a smaller picture.</Trans>
        </Notice>
      ) : null}
      {taking.kind === "unread" ? (
        <Notice tone="error">
          <Trans>This file is no picture that can be read here. Please choose a JPEG, PNG or WebP.</Trans>
        </Notice>
      ) : null}
      {ways}
    </div>
  );
}

interface WaysProps {
  readonly slot: PictureSlot;
  readonly onFile: (file: Blob) => void;
  /** Not where it has just failed. */
  readonly onCamera?: () => void;
  readonly onPhone?: () => void;
}

/** How a picture comes here: of a document by the phone's own camera first, which takes sharper ones than a page can. */
function Ways({ slot, onFile, onCamera, onPhone }: WaysProps) {
  const isPhone = useMedia("(pointer: coarse)");
  const takesByInput = isPhone && slot !== "selfie";
  return (
    <div className="flex flex-col gap-2">
      {takesByInput ? (
        <FileButton onFile={onFile} capture="environment" isFirst>
          <Camera aria-hidden="true" className="size-4" />
          <Trans context="with the camera, of a document">Take a picture</Trans>
        </FileButton>
      ) : onCamera === undefined ? null : (
        <Button onClick={onCamera}>
          <Camera aria-hidden="true" className="size-4" />
          <Trans>Use the camera</Trans>
        </Button>
      )}
      <FileButton onFile={onFile}>
        <ImageUp aria-hidden="true" className="size-4" />
        <Trans>Choose a file</Trans>
      </FileButton>
      {onPhone === undefined ? null : (
        <Button variant="secondary" onClick={onPhone}>
          <Smartphone aria-hidden="true" className="size-4" />
          {isPhone ? t`Go on with another phone` : t`Go on with your phone`}
        </Button>
      )}
    </div>
  );
}

interface FileButtonProps {
  readonly onFile: (file: Blob) => void;
  readonly capture?: "environment";
  readonly isFirst?: boolean;
  readonly children: ReactNode;
}

function FileButton({ onFile, capture, isFirst = false, children }: FileButtonProps) {
  return (
    <Button asChild variant={isFirst ? "primary" : "secondary"}>
      <label className="cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
        {children}
        <input
          type="file"
          accept="image/*"
          {...(capture === undefined ? {} : { capture })}
          className="sr-only"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            // So that the same file can be chosen again.
            event.target.value = "";
            if (file !== undefined) onFile(file);
          }}
        />
      </label>
    </Button>
  );
}

/** A picture that can be seen by whoever took it, and by no picture for support. */
export function ShownPicture({ picture, name }: { readonly picture: Blob; readonly name: string }) {
  const url = usePictureUrl(picture);
  return (
    <div className="grid aspect-4/3 place-items-center overflow-hidden rounded-md bg-surface-2">
      {url === null ? null : <img src={url} alt={name} data-private="" className="size-full object-contain" />}
    </div>
  );
}

interface DoubtedProps {
  readonly name: string;
  readonly blob: Blob;
  readonly prepared: PreparedPicture;
  readonly mayBeUsed: boolean;
  readonly onUse: () => void;
  readonly onAgain: () => void;
}

function Doubted({ name, blob, prepared, mayBeUsed, onUse, onAgain }: DoubtedProps) {
  const again = useRef<HTMLButtonElement>(null);
  useEffect(() => again.current?.focus({ preventScroll: true }), []);
  return (
    <div className="flex flex-col gap-4">
      <ShownPicture picture={blob} name={name} />
      <Notice tone="warn" title={t`This picture may not be good enough`}>
        <ul className="flex flex-col gap-1">
          {prepared.hints.map((hint) => (
            <li key={hint}>{hintWords(hint)}</li>
          ))}
        </ul>
      </Notice>
      <div className="flex flex-wrap gap-2">
        <Button ref={again} className="grow" onClick={onAgain}>
          <RotateCcw aria-hidden="true" className="size-4" />
          <Trans>Take it again</Trans>
        </Button>
        {mayBeUsed ? (
          <Button variant="secondary" className="grow" onClick={onUse}>
            <Trans>Use it all the same</Trans>
          </Button>
        ) : null}
      </div>
    </div>
  );
}
