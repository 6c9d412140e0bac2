// The heavy letters of Hindi and Marathi, fetched with their texts.
import '@fontsource/noto-sans-devanagari/devanagari-600.css';
