import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { logProblem } from "#pwa/platform/device/log.ts";
import { newIdempotencyKey } from "#pwa/platform/device/random.ts";
import type { OwnIdentityOutput } from "#schemas/identity.ts";
import type { PictureSlot } from "#schemas/kyc.ts";
import { emptyForm, type IdentityForm } from "./form-state.ts";
import {
  dropForm,
  dropPicture,
  keepForm,
  keepPicture,
  type Kept,
  localPicture,
  type LocalPictures,
  readForm,
} from "./kept-form.ts";
import type { PreparedPicture } from "./prepare-picture.ts";

/** The answers of a person, kept on this device as they are given. */
export interface FormStore {
  /** Null until it was read, and where there is none. */
  readonly form: IdentityForm | null;
  readonly pictures: LocalPictures;
  readonly isRead: boolean;
  /** What the server had said when the answers were given. */
  readonly keptOwn: OwnIdentityOutput | null;
  /** False where this device keeps nothing: then they are gone with the page. */
  readonly isKept: boolean;
  readonly begin: (own: OwnIdentityOutput) => void;
  readonly change: (change: Partial<IdentityForm>) => void;
  readonly takePicture: (slot: PictureSlot, picture: PreparedPicture) => void;
  readonly dropPicture: (slot: PictureSlot) => void;
  /** Counts that the device had something to say against a picture. */
  readonly warn: (slot: PictureSlot) => void;
  readonly clear: () => void;
}

interface State {
  readonly kept: Kept | null;
  readonly pictures: LocalPictures;
  readonly isRead: boolean;
}

const UNREAD: State = { kept: null, pictures: {}, isRead: false };

export function useForm(userId: number): FormStore {
  const [state, setState] = useState(UNREAD);
  const [isKept, setKept] = useState(true);
  const latest = useRef(state);
  const writes = useRef<Promise<unknown>>(Promise.resolve());

  useEffect(() => {
    const life = { isOver: false };
    const read = async () => {
      const found = await readForm(userId);
      if (life.isOver || latest.current.isRead) return;
      latest.current = { kept: found?.kept ?? null, pictures: found?.pictures ?? {}, isRead: true };
      setState(latest.current);
    };
    void read();
    return () => {
      life.isOver = true;
    };
  }, [userId]);

  /** One after the other: of two writes the later one counts. */
  const write = useCallback((work: () => Promise<boolean | void>) => {
    const note = async () => {
      if ((await work()) === false) setKept(false);
    };
    writes.current = writes.current
      .then(note)
      .catch((error: unknown) => logProblem("What is not sent yet could not be changed", error));
  }, []);

  const show = useCallback((next: State) => {
    latest.current = next;
    setState(next);
  }, []);

  const change = useCallback(
    (changed: Partial<IdentityForm>) => {
      const { kept, pictures } = latest.current;
      if (kept === null) return;
      const next = { ...kept, form: { ...kept.form, ...changed } };
      show({ kept: next, pictures, isRead: true });
      write(() => keepForm(userId, next));
    },
    [show, write, userId],
  );

  const actions = useMemo(
    () => ({
      begin(own: OwnIdentityOutput) {
        const kept = { form: emptyForm(own, newIdempotencyKey()), own };
        show({ kept, pictures: {}, isRead: true });
        // Nothing is kept before something was answered.
        write(dropForm);
      },
      takePicture(slot: PictureSlot, { bytes, sha256, hints }: PreparedPicture) {
        const { kept, pictures, isRead } = latest.current;
        if (kept === null) return;
        const picture = localPicture(bytes);
        latest.current = { kept, pictures: { ...pictures, [slot]: picture }, isRead };
        // The picture first: the form names none that is not there.
        write(() => keepPicture(userId, slot, picture));
        const known = { sha256, hints: [...hints], bytes: bytes.length };
        change({ pictures: { ...kept.form.pictures, [slot]: known } });
      },
      dropPicture(slot: PictureSlot) {
        const { kept, pictures, isRead } = latest.current;
        if (kept === null || kept.form.pictures[slot] === undefined) return;
        latest.current = { kept, pictures: without(pictures, slot), isRead };
        change({ pictures: without(kept.form.pictures, slot) });
        write(() => dropPicture(slot));
      },
      warn(slot: PictureSlot) {
        const warned = latest.current.kept?.form.warned;
        if (warned !== undefined) change({ warned: { ...warned, [slot]: warned[slot] + 1 } });
      },
      clear() {
        show({ kept: null, pictures: {}, isRead: true });
        write(dropForm);
      },
    }),
    [change, show, write, userId],
  );

  const { kept, pictures, isRead } = state;
  return {
    form: kept?.form ?? null,
    keptOwn: kept?.own ?? null,
    pictures,
    isRead,
    isKept,
    change,
    ...actions,
  };
}

function without<Value extends Partial<Record<PictureSlot, unknown>>>(values: Value, slot: PictureSlot): Value {
  const left = { ...values };
  delete left[slot];
  return left;
}
