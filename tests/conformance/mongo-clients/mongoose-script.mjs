// Runs beside an installed mongoose: node mongoose-script.mjs URL; one line for each check, "ok NAME" or "failed NAME: WHY".
import { strict as assert } from "node:assert";
import { setTimeout as pause } from "node:timers/promises";
import mongoose from "mongoose";

const [url] = process.argv.slice(2);
await mongoose.connect(url, { dbName: "mongoose_checks", autoIndex: false });
await mongoose.connection.dropDatabase();

const authorSchema = new mongoose.Schema({ name: { type: String, required: true, unique: true }, born: Date });
const bookSchema = new mongoose.Schema(
  {
    title: { type: String, required: true },
    price: mongoose.Schema.Types.Decimal128,
    copies: { type: Number, min: 0, default: 1 },
    author: { type: mongoose.Schema.Types.ObjectId, ref: "Author" },
    tags: [String],
    facts: { type: Map, of: String },
    editions: [{ year: Number, pages: Number }],
  },
  { timestamps: true, optimisticConcurrency: true },
);
bookSchema.index({ title: 1, copies: -1 });
const Author = mongoose.model("Author", authorSchema);
const Book = mongoose.model("Book", bookSchema);

const checks = {
  async "creates collections and indexes from schemas"() {
    await Promise.all([Author.init(), Book.init()]);
    await Author.createCollection();
    await Author.syncIndexes();
    await Book.syncIndexes();
    const names = (await Book.listIndexes()).map((index) => index.name);
    assert.deepEqual(names.toSorted(), ["_id_", "title_1_copies_-1"]);
    assert.deepEqual(await Book.diffIndexes(), { toDrop: [], toCreate: [] });
  },
  async "creates, reads, changes and deletes documents"() {
    const author = await Author.create({ name: "Ada", born: new Date("1815-12-10") });
    const book = await Book.create({
      title: "Notes",
      price: "12.50",
      author,
      tags: ["a", "b"],
      facts: { ink: "blue" },
    });
    assert.equal(book.copies, 1);
    assert.ok(book.createdAt instanceof Date);
    const found = await Book.findOne({ tags: "b" }).populate("author").orFail();
    assert.equal(found.author.name, "Ada");
    assert.equal(String(found.price), "12.50");
    assert.equal(found.facts.get("ink"), "blue");
    found.tags.push("c");
    found.editions.push({ year: 1843, pages: 66 });
    await found.save();
    const lean = await Book.findById(found._id).lean();
    assert.deepEqual(lean.tags, ["a", "b", "c"]);
    assert.equal(lean.editions[0].pages, 66);
    assert.equal((await Book.deleteOne({ _id: found._id })).deletedCount, 1);
  },
  async "refuses a duplicate with code 11000"() {
    await assert.rejects(
      Author.create({ name: "Ada" }),
      (error) => error.code === 11000 && error.keyPattern.name === 1,
    );
  },
  async "finds an edit that somebody else was faster with"() {
    const { _id } = await Book.create({ title: "Race" });
    const [first, second] = await Promise.all([Book.findById(_id), Book.findById(_id)]);
    first.copies = 2;
    await first.save();
    second.copies = 3;
    await assert.rejects(second.save(), { name: "VersionError" });
  },
  async "finds the element that an existing field is in"() {
    const { _id } = await Book.create({ title: "Places", editions: [{ pages: 1 }, { year: 1900 }, { year: 1901 }] });
    await Book.updateOne({ _id, "editions.year": { $exists: true } }, { $set: { "editions.$.pages": 9 } });
    const { editions } = await Book.findById(_id).lean();
    assert.deepEqual(
      editions.map((edition) => edition.pages),
      [1, 9, undefined],
    );
    await Book.updateOne({ _id }, { $pull: { editions: { $or: [{ year: 1900 }, { pages: 1 }] } } });
    assert.equal((await Book.findById(_id).lean()).editions[0].year, 1901);
    await Book.deleteOne({ _id });
  },
  async "keeps names with a dollar, and finds DBRefs by their parts"() {
    const Loose = mongoose.model(
      "Loose",
      new mongoose.Schema({ $myKey: String, preferences: { $each: Number }, refs: [] }),
    );
    const _id = new mongoose.Types.ObjectId();
    await Loose.updateOne({ _id }, { $myKey: "first" }, { upsert: true });
    await Loose.updateOne({ _id }, { $set: { "preferences.$each": 42 } });
    const DBRef = mongoose.mongo.DBRef;
    await Loose.updateOne({ _id }, { $push: { refs: new DBRef("people", _id) } });
    const found = await Loose.findOne({ refs: { $elemMatch: { $id: _id } } }).lean();
    assert.equal(found.$myKey, "first");
    assert.deepEqual(found.preferences, { $each: 42 });
    await Loose.collection.drop();
  },
  async "updates with operators, upserts and finds what it changed"() {
    const upserted = await Book.findOneAndUpdate(
      { title: "Atlas" },
      { $inc: { copies: 4 } },
      { upsert: true, returnDocument: "after" },
    );
    assert.equal(upserted.copies, 4);
    const { modifiedCount } = await Book.updateMany(
      { title: "Atlas" },
      { $push: { tags: { $each: ["x", "y"], $slice: -1 } } },
    );
    assert.equal(modifiedCount, 1);
    assert.deepEqual((await Book.findOne({ title: "Atlas" })).tags, ["y"]);
  },
  async "writes in bulk"() {
    const result = await Book.bulkWrite([
      { insertOne: { document: { title: "One" } } },
      { insertOne: { document: { title: "Two" } } },
      { updateOne: { filter: { title: "One" }, update: { $set: { copies: 9 } } } },
      { deleteOne: { filter: { title: "Two" } } },
    ]);
    assert.deepEqual([result.insertedCount, result.modifiedCount, result.deletedCount], [2, 1, 1]);
    await Book.insertMany(Array.from({ length: 250 }, (_, index) => ({ title: `Row ${index}`, copies: index })));
    let seen = 0;
    for await (const row of Book.find({ title: /^Row/ }).sort({ copies: 1 }).batchSize(40))
      assert.equal(row.copies, seen++);
    assert.equal(seen, 250);
  },
  async "aggregates with lookups"() {
    const author = await Author.findOne({ name: "Ada" });
    await Book.create({ title: "Looked up", author, copies: 7 });
    const [row] = await Author.aggregate([
      { $match: { _id: author._id } },
      { $lookup: { from: "books", localField: "_id", foreignField: "author", as: "books" } },
      { $project: { name: 1, copies: { $sum: "$books.copies" } } },
    ]);
    assert.deepEqual([row.name, row.copies], ["Ada", 7]);
    assert.equal(await Book.countDocuments({ copies: { $gte: 200 } }), 50);
    assert.equal((await Book.distinct("copies", { title: /^Row 1\d$/ })).length, 10);
  },
  async "keeps a transaction as a whole, and loses it as a whole"() {
    await mongoose.connection.transaction(async (session) => {
      await Author.create([{ name: "Grace" }], { session });
      await Book.create([{ title: "Compilers" }], { session });
    });
    assert.ok(await Author.exists({ name: "Grace" }));
    await assert.rejects(
      mongoose.connection.transaction(async (session) => {
        await Author.create([{ name: "Nobody" }], { session });
        throw new Error("changed my mind");
      }),
      /changed my mind/,
    );
    assert.equal(await Author.exists({ name: "Nobody" }), null);
  },
  async "watches a collection"() {
    const stream = Book.watch([{ $match: { operationType: "insert" } }], { fullDocument: "updateLookup" });
    const seen = [];
    stream.on("change", (change) => seen.push(change));
    // When it began to watch it does not tell, so that books appear until one is seen.
    for (let attempt = 0; seen.length === 0 && attempt < 500; attempt += 1) {
      await Book.create({ title: "Watched" });
      await pause(10);
    }
    assert.equal(seen[0].fullDocument.title, "Watched");
    await stream.close();
  },
};

let failures = 0;
for (const [name, check] of Object.entries(checks)) {
  try {
    await check();
    console.log(`ok ${name}`);
  } catch (error) {
    failures += 1;
    console.log(`failed ${name}: ${String(error?.message ?? error).replaceAll("\n", " ")}`);
  }
}
await mongoose.connection.dropDatabase();
await mongoose.disconnect();
process.exitCode = failures === 0 ? 0 : 1;
