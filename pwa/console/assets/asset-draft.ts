import { t } from "@lingui/core/macro";
import { saidWords } from "#pwa/platform/language/said-words.ts";
import type { FormIssues } from "#pwa/parts/forms/form-issues.ts";
import type { ListingOutput, ListingPreviewOutput, PictureSource } from "#schemas/listing.ts";
import { says } from "#schemas/values/field-sentences.ts";

export type Listing = ListingOutput;
export type ListedRow = ListingOutput["assets"][number];
export type FoundAsset = ListingPreviewOutput["assets"][number];
export type PictureKind = PictureSource["kind"];

/** What people are to be told of an asset, as it is typed. */
export interface ToldDraft {
  readonly name: string;
  readonly description: string;
  readonly conditions: string;
  readonly website: string;
  readonly order: string;
  readonly isFeatured: boolean;
  readonly picture: PictureKind;
  readonly pictureUrl: string;
  /** A PNG in base64; null where none was chosen. */
  readonly file: string | "too-large" | null;
}

/** Where a form shows what is wrong with which part. */
export const TOLD_FIELDS = ["name", "description", "conditions", "website", "order", "picture", "reason"];
/** Refusals that are about the picture alone. */
export const PICTURE_REFUSALS = { "picture-refused": "picture", "domain-unreadable": "picture" };

const NO_PICTURE = { pictureUrl: "", file: null };

/** An asset as it is listed now. */
export function draftOf(row: ListedRow): ToldDraft {
  const { name, description, conditions, website, order, isFeatured, image } = row;
  return {
    name,
    description,
    conditions,
    website: website ?? "",
    order: String(order),
    isFeatured,
    picture: image === null ? "none" : "keep",
    ...NO_PICTURE,
  };
}

/** An asset that is not listed: what its home domain says of it, or as it was listed once. */
export function draftOfFound(found: FoundAsset, { assets }: Listing): ToldDraft {
  const former = assets.find(({ assetCode, issuer }) => assetCode === found.assetCode && issuer === found.issuer);
  if (former) return draftOf(former);
  const { assetCode, name, description, conditions, homeDomain, proof, pictureUrl } = found;
  const url = pictureUrl !== null && isWebAddress(pictureUrl) ? pictureUrl : null;
  return {
    name: (name ?? assetCode).slice(0, 60),
    description: (description ?? "").slice(0, 400),
    conditions: (conditions ?? "").slice(0, 400),
    website: homeDomain !== null && proof === "mutual" ? `https://${homeDomain}` : "",
    order: String(Math.min(9999, Math.max(0, ...assets.map(({ order }) => order)) + 1)),
    isFeatured: false,
    picture: url === null ? "none" : "address",
    pictureUrl: url ?? "",
    file: null,
  };
}

/** What was typed, yet to be read by its schema; or what of it no schema could say in words. */
export function toldOf(draft: ToldDraft): { readonly told: object } | { readonly issues: FormIssues } {
  const { name, description, conditions, website, order, isFeatured } = draft;
  const picture = pictureOf(draft);
  const issues: FormIssues = {
    ...(/^\d{1,4}$/.test(order.trim()) ? {} : { order: t`Enter a whole number from 0 to 9999` }),
    ...(picture === null ? { picture: fileProblem(draft) } : {}),
  };
  if (Object.keys(issues).length > 0) return { issues };
  const address = website.trim();
  return {
    told: {
      name,
      description,
      conditions,
      website: address === "" ? null : address,
      order: Number(order),
      isFeatured,
      picture,
    },
  };
}

/** What is wrong with the parts of a picture, at the one field that it has. */
export function atPicture(issues: FormIssues): FormIssues {
  const part = issues["picture.url"] ?? issues["picture.png"];
  return part === undefined ? issues : { ...issues, picture: part };
}

function pictureOf({ picture, pictureUrl, file }: ToldDraft): PictureSource | null {
  switch (picture) {
    case "keep":
    case "none":
      return { kind: picture };
    case "address":
      return { kind: "address", url: pictureUrl };
    case "file":
      return file === null || file === "too-large" ? null : { kind: "file", png: file };
  }
}

function fileProblem({ file }: ToldDraft): string {
  return file === null ? t`Choose a PNG file` : saidWords(says("asset-picture-too-large"));
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === "https:";
}
