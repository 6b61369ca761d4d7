// The page's words, in the language of the reader.

import { en } from "/words/en.js";
import { ko } from "/words/ko.js";
import { read } from "/address.js";
import { recording, alone } from "/source.js";

const LANGUAGES = { en, ko };

function choose() {
  const known = (code) => Object.keys(LANGUAGES).find((name) => code?.toLowerCase().split("-")[0] === name);
  const wished = recording ? [document.documentElement.lang] : navigator.languages;
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

const short = new Intl.NumberFormat(language, { notation: "compact" });

/** A number in a few letters, where there is no room for all its digits. */
export function roughly(value) {
  return short.format(value);
}

/** A time as it is read. */
export function duration(seconds) {
  const { us, ms, s: second, min, h } = words.units;
  if (seconds === 0) return `0 ${second}`;
  const units = [
    [us, 1e-6],
    [ms, 1e-3],
    [second, 1],
  ];
  const short = units.find(([, unit]) => seconds < 999.5 * unit && (unit < 1 || seconds < 99.5));
  if (short) return `${Number((seconds / short[1]).toPrecision(3))} ${short[0]}`;
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  return minutes < 100 ? `${minutes} ${min} ${whole % 60} ${second}` : `${Math.round(minutes / 60)} ${h}`;
}

/** Why something was not done, in a sentence. */
export function why(error) {
  return error.message ? words.refused(error) : alone ? words.noLibrary : words.noAnswer;
}
