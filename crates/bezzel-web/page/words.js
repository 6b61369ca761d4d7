// The page's words, in the language of the reader.

import { en } from "/words/en.js";
import { ko } from "/words/ko.js";
import { read } from "/address.js";
import { story } from "/source.js";

const LANGUAGES = { en, ko };

function choose() {
  const known = (code) => Object.keys(LANGUAGES).find((name) => code?.toLowerCase().startsWith(name));
  const wished = story ? [document.documentElement.lang] : navigator.languages;
  return known(read("lang")) ?? wished.map(known).find((name) => name) ?? "en";
}

/** The language in use. */
export const language = choose();

/** Its words. */
export const words = LANGUAGES[language];

/** The languages there are, each in its own words. */
export const languages = Object.entries(LANGUAGES).map(([code, { name }]) => [code, name]);

const format = new Intl.NumberFormat(language);

/** A number as it is read; text may have any number of digits. */
export function figure(value) {
  return format.format(typeof value === "string" ? BigInt(value) : value);
}

/** A time as it is read. */
export function duration(seconds) {
  if (seconds === 0) return "0 s";
  if (seconds < 1e-3) return `${(seconds * 1e6).toPrecision(3)} µs`;
  if (seconds < 1) return `${(seconds * 1e3).toPrecision(3)} ms`;
  if (seconds < 100) return `${seconds.toPrecision(3)} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 100 ? `${minutes} min ${Math.round(seconds % 60)} s` : `${Math.round(minutes / 60)} h`;
}
