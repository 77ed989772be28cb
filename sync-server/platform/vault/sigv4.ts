import { createHash, createHmac } from "node:crypto";

/** A request to AWS, before it is signed. Header names are lower case. */
export interface AwsRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface AwsSigner {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
  readonly service: string;
}

const ALGORITHM = "AWS4-HMAC-SHA256";

/** The `authorization` header of a POST whose headers, with `host` and `x-amz-date` among them, are all signed. */
export function signAwsRequest({ url, headers, body }: AwsRequest, signer: AwsSigner): string {
  const names = Object.keys(headers).toSorted();
  const signedHeaders = names.join(";");
  const canonical = [
    "POST",
    url.pathname,
    url.searchParams.toString(),
    ...names.map((name) => `${name}:${headers[name]?.trim()}`),
    "",
    signedHeaders,
    sha256(body),
  ].join("\n");
  const time = headers["x-amz-date"] ?? "";
  const scope = `${time.slice(0, 8)}/${signer.region}/${signer.service}/aws4_request`;
  const signature = createHmac("sha256", signingKey(signer, time.slice(0, 8)))
    .update([ALGORITHM, time, scope, sha256(canonical)].join("\n"))
    .digest("hex");
  return `${ALGORITHM} Credential=${signer.accessKeyId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`;
}

/** The time as AWS writes it: 20260101T000000Z. */
export function awsTime(now: Date): string {
  return now.toISOString().replace(/[-:]|\.\d{3}/g, "");
}

function signingKey({ secretAccessKey, region, service }: AwsSigner, day: string): Buffer {
  return [day, region, service, "aws4_request"].reduce(
    (key, part) => createHmac("sha256", key).update(part).digest(),
    Buffer.from(`AWS4${secretAccessKey}`),
  );
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
