// What the rules need to know of a file, read from its syntax tree rather than guessed from its text.
import { parseSync, Visitor } from 'oxc-parser';
import type { SourceFile } from './source-files.ts';

export interface Import {
  readonly specifier: string;
  readonly isTypeOnly: boolean;
  readonly isReExport: boolean;
  readonly isDynamic: boolean;
}

export interface ParsedFile extends SourceFile {
  readonly imports: readonly Import[];
  /** Whether anything but imports and re-exports stands in the file. */
  readonly hasOwnCode: boolean;
  readonly strings: readonly string[];
  readonly readsEnvironment: boolean;
}

interface Findings {
  imports: Import[];
  strings: string[];
  readsEnvironment: boolean;
}

function importVisitor(found: Findings) {
  const add = (specifier: string, kind: Partial<Import> = {}) =>
    found.imports.push({ specifier, isTypeOnly: false, isReExport: false, isDynamic: false, ...kind });
  return new Visitor({
    ImportDeclaration: (node) =>
      void add(node.source.value, {
        isTypeOnly:
          node.importKind === 'type' ||
          (node.specifiers.length > 0 &&
            node.specifiers.every((part) => part.type === 'ImportSpecifier' && part.importKind === 'type')),
      }),
    ExportAllDeclaration: (node) =>
      void add(node.source.value, { isReExport: true, isTypeOnly: node.exportKind === 'type' }),
    ExportNamedDeclaration: (node) => {
      if (node.source) add(node.source.value, { isReExport: true, isTypeOnly: node.exportKind === 'type' });
    },
    ImportExpression: (node) => {
      if (node.source.type === 'Literal' && typeof node.source.value === 'string')
        add(node.source.value, { isDynamic: true });
    },
    TSImportType: (node) => void add(node.source.value, { isTypeOnly: true }),
    TSExternalModuleReference: (node) => void add(node.expression.value),
    CallExpression: (node) => {
      const [first] = node.arguments;
      const isRequire = node.callee.type === 'Identifier' && node.callee.name === 'require';
      if (isRequire && first?.type === 'Literal' && typeof first.value === 'string') add(first.value);
    },
    Literal: (node) => {
      if (typeof node.value === 'string') found.strings.push(node.value);
    },
    TemplateElement: (node) => void found.strings.push(node.value.cooked ?? node.value.raw),
    MemberExpression: (node) => {
      const isProcess = node.object.type === 'Identifier' && node.object.name === 'process';
      const name = node.property.type === 'Identifier' ? node.property.name : undefined;
      const key = node.property.type === 'Literal' ? node.property.value : undefined;
      if (isProcess && (name === 'env' || key === 'env')) found.readsEnvironment = true;
    },
    VariableDeclarator: (node) => {
      const isProcess = node.init?.type === 'Identifier' && node.init.name === 'process';
      if (!isProcess || node.id.type !== 'ObjectPattern') return;
      for (const part of node.id.properties)
        if (part.type === 'Property' && part.key.type === 'Identifier' && part.key.name === 'env')
          found.readsEnvironment = true;
    },
  });
}

/** Throws when the file cannot be parsed, so that no file passes by being unreadable. */
export function parseFile(file: SourceFile): ParsedFile {
  const { program, errors } = parseSync(file.path, file.text, { sourceType: 'module' });
  const fatal = errors.find((error) => error.severity === 'Error');
  if (fatal) throw new Error(`${file.path}: ${fatal.message}`);
  const found: Findings = { imports: [], strings: [], readsEnvironment: false };
  importVisitor(found).visit(program);
  const hasOwnCode = program.body.some(
    (node) =>
      node.type !== 'ImportDeclaration' &&
      node.type !== 'ExportAllDeclaration' &&
      !(node.type === 'ExportNamedDeclaration' && node.declaration === null),
  );
  const namesProcessEnv = found.imports.some((one) => /^(node:)?process$/.test(one.specifier));
  return { ...file, ...found, hasOwnCode, readsEnvironment: found.readsEnvironment || namesProcessEnv };
}
