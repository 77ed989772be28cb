import { t } from "@lingui/core/macro";
/** Seals and opens small texts at once, each bound to the name it is kept under. */
export interface TextSeal {
  seal(name: string, text: string): string;
  /** Throws {@link SealBroken}. */
  open(name: string, sealed: string): string;
}

/** What the tabs of a device hand each other while they are unlocked. */
export interface KeyMaterial {
  /** AES-GCM; cannot be read out again. */
  readonly rows: CryptoKey;
  readonly texts: Uint8Array;
  readonly names: Uint8Array;
}

/** The keys of the app lock, ready for use. */
export interface DeviceKeys {
  readonly material: KeyMaterial;
  readonly rows: CryptoKey;
  readonly texts: TextSeal;
  /** What stands in the device's storage in place of a document's key: the same for the same key, and telling nothing. */
  readonly pseudonymOf: (key: string) => string;
}

/** What is stored was changed, belongs somewhere else, or was sealed with another key. */
export class SealBroken extends Error {
  /** What could not be opened, for the log. */
  readonly what: string;

  constructor(what: string, cause?: unknown) {
    super(t`What is kept on this device could not be opened: it was changed, or sealed with another key.`, { cause });
    this.what = what;
    this.name = "SealBroken";
  }
}

let held: DeviceKeys | null = null;

/** The keys of this tab; null where it is locked or there is no lock. They are kept in memory only. */
export function heldKeys(): DeviceKeys | null {
  return held;
}

export function holdKeys(keys: DeviceKeys): void {
  held = keys;
}

export function dropKeys(): void {
  held?.material.texts.fill(0);
  held?.material.names.fill(0);
  held = null;
}
