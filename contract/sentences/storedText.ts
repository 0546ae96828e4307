import type { Sentence } from './sentence.ts'

/** A text for people as a column stores it. One of an earlier version, or of another program, has no sentences. */
export interface StoredText {
  message: string
  sentences?: readonly Sentence[]
}

const START = '{"message":'

/** Formats a text for a column. One without sentences is stored as it is. */
export const formatStoredText = ({ message, sentences = [] }: StoredText): string =>
  sentences.length === 0 ? message : JSON.stringify({ message, sentences })

/** Parses a text of a column. Texts of earlier versions are no JSON. */
export const parseStoredText = (text: string): StoredText =>
  text.startsWith(START) ? (JSON.parse(text) as StoredText) : { message: text }

/** Reads the English text of a column. */
export const readMessage = (text: string): string => parseStoredText(text).message
