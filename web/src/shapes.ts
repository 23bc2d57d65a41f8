// Made by `make types` from src/speto/server/shapes.py. Do not edit.

import type { DummyView, LineView, Previewed, Setup, Status, TableView } from "./protocol";
import type { GameRecord } from "./record";

/**
 * Why a request is refused. ``code`` is a key of the page's catalogue, ``error`` a sentence for people.
 *
 * unreadable, unknown (no such table, record or code), illegal, not_yours, not_now, full (the store takes nothing),
 * rate, origin, too_long, version (made by another version of the game), fault. ``reason`` is as in a nack, or one of
 * the server's own.
 */
export interface Problem {
  code: string;
  error: string;
  rule?: string | null;
  reason?: string | null;
}

/**
 * A new table; the caller sits down in seat 0 and is the host.
 *
 * ``bots`` are the levels of bots for the seats after it, null where a person shall sit; a practice table is filled
 * up with the best ones. ``ready`` says that the host is ready: when no seat is empty the first deal begins at once.
 */
export interface CreateTable {
  name: string;
  setup: Setup;
  bots: (string | null)[];
  ready: boolean;
}

/** The new table: its id, the code that lets a friend sit down, the code that lets anybody watch. */
export interface Created {
  table: string;
  code: string;
  watch: string;
  seat: number;
}

/**
 * A table, for somebody who has its id or a code of it.
 *
 * ``id`` opens a socket. ``code`` is the invitation, ``watch`` the code to watch. Who came by the code to watch gets
 * that one as ``id``, and no invitation. ``seat`` is the caller's own.
 */
export interface TableInfo {
  id: string;
  code: string;
  watch: string;
  seat: number | null;
  table: TableView;
}

/** Sit down: in this seat, or in the first that is free. */
export interface Join {
  name: string;
  seat: number | null;
}

/** Where the caller sits now. */
export interface Joined {
  table: string;
  seat: number;
}

/**
 * A table in a list. ``code`` and ``seat`` are those of somebody who sits there; ``deal`` is the deal's number in
 * the match, ``turn`` the seat to act, ``names`` those of people and the levels of bots, "" for an empty seat.
 */
export interface TableLine {
  table: string;
  code: string;
  seat: number | null;
  status: Status;
  deal: number;
  turn: number | null;
  names: string[];
  totals: number[];
  target: number | null;
  rules: Record<string, unknown>;
  changed: number;
}

/**
 * What moves a seat to another device, for nobody but its owner: ``link`` is the page's address, ``/s#<secret>``.
 *
 * The secret stands behind ``#``, which no browser sends and no server's log gets to see.
 */
export interface SeatLink {
  secret: string;
  link: string;
}

/** This device takes the seat that the secret names. */
export interface TakeSeat {
  secret: string;
}

/** A finished deal in a list: the book of its table, and its number there. */
export interface RecordLine {
  book: string;
  deal: number;
  players: string[];
  scores: number[];
  ended: number;
}

/** A turn of a finished deal, to be played again up to this action of it, from 0. */
export interface Retry {
  name: string;
  action: number;
}

/** The same of a record that somebody has, of its deal with this number, from 0. */
export interface RetrySent {
  name: string;
  action: number;
  record: GameRecord;
  deal: number;
}

/** What a finished deal's deck follows from: 32 bytes in hex, the seed of ``speto.decks``. */
export interface DealSeed {
  seed: string;
}

/**
 * A deal played again.
 *
 * ``frames[k]`` is the table after k actions with every hand in ``shown``; ``legal``, ``actions`` and ``actors`` are
 * left empty in frames, for they are in ``actions`` and ``actors`` here. ``deals`` is how many deals the record has.
 */
export interface Replayed {
  record: GameRecord;
  deals: number;
  deal: number;
  actions: string[];
  actors: number[];
  frames: DummyView[];
  ledger: LineView[];
  scores: number[] | null;
}

/** A house rule: its values, or the least and the most. */
export interface Option {
  name: string;
  rule: string;
  values?: unknown[] | null;
  least?: number | null;
  most?: number | null;
}

/** What tables can be set to: presets with all their options, the options' values, the levels of bots. */
export interface Rules {
  game: string;
  version: number;
  presets: Record<string, Record<string, unknown>>;
  options: Option[];
  levels: string[];
}

/** A rule by its id: one row of ``docs/rules.md``. */
export interface RuleText {
  id: string;
  section: string;
  cells: Record<string, string>;
}

/** A lesson in the list: its id, how many steps it has. */
export interface LessonLine {
  id: string;
  steps: number;
}

/** The learner's actions since the lesson began, with the one that is tried now at the end; ``?40`` is an answer. */
export interface LessonTry {
  actions: string[];
}

/** An action that was played, and the seat. */
export interface LessonMove {
  seat: number;
  text: string;
}

/**
 * Where a lesson stands.
 *
 * ``step`` counts the steps done; ``key`` names the next one in the page's catalogue, "" when the lesson is over.
 * ``verdict``: what became of the last action: right, other (legal, but not what the step asks for), refused (by the
 * rules: ``rule``, ``sentence``, ``reason``), wrong (an answer), "" when there was none. ``actions`` are those that
 * did their steps: the page sends them again with the next one. ``happened`` is what was played since the one before.
 * ``deal`` is the learner's view; ``previewed`` has the risk of each discard and the sum of a knock. ``choices`` are
 * the answers to a question, ``hint`` does the step.
 */
export interface LessonView {
  id: string;
  step: number;
  steps: number;
  key: string;
  verdict: "" | "right" | "other" | "refused" | "wrong";
  seat: number;
  rules: Record<string, unknown>;
  actions: string[];
  happened: LessonMove[];
  deal: DummyView;
  previewed: Previewed | null;
  choices: number[];
  hint: string;
  rule: string | null;
  sentence: string | null;
  reason: string | null;
}

/** How many tables no longer know the caller's name. */
export interface Deleted {
  tables: number;
}

/** What is kept about people, in two languages. */
export interface Privacy {
  en: string;
  th: string;
}

/** The server answers; ``store`` says whether the store does too. */
export interface Health {
  status: "ok" | "failing";
  store: boolean;
  build: string;
  tables: number;
  sockets: number;
}
