import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { ObjectId } from "mongodb";
import type { GridFSBucket } from "mongodb";
import { call, isObject, objectAt, textAt } from "./json.ts";
import type { Json } from "./json.ts";
import { Unjudged } from "./unjudged.ts";

export async function bucketOperation(bucket: GridFSBucket, name: string, args: Json): Promise<unknown> {
  switch (name) {
    case "upload":
    case "uploadWithId": {
      const { source: _source, filename: _filename, id, ...options } = args;
      const bytes = Buffer.from(textAt(objectAt(args, "source"), "$$hexBytes"), "hex");
      const fileId = id === undefined ? new ObjectId() : idOf(args);
      const stream = bucket.openUploadStreamWithId(fileId, textAt(args, "filename"), options);
      await pipeline(Readable.from(bytes.length === 0 ? [] : [bytes]), stream);
      return stream.id;
    }
    case "download":
      return buffer(bucket.openDownloadStream(idOf(args)));
    case "downloadByName": {
      const { filename: _filename, ...options } = args;
      return buffer(bucket.openDownloadStreamByName(textAt(args, "filename"), options));
    }
    case "delete":
      return bucket.delete(idOf(args));
    case "rename":
      return bucket.rename(idOf(args), textAt(args, "newFilename"));
    case "find":
      return bucket.find(objectAt(args, "filter")).toArray();
    case "drop":
      return bucket.drop();
    default:
      return call(bucket, name, args);
  }
}

/** The parser's ObjectIds are of another copy of the class than the driver's. */
function idOf(args: Json): ObjectId {
  const { id } = args;
  if (isObject(id) && id["_bsontype"] === "ObjectId") return new ObjectId(String(id));
  throw new Unjudged("a file whose id is no ObjectId");
}
