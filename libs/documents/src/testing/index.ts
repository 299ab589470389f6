export { DocumentsApp, masterKeyOf, type DocumentsAppOptions } from './documents-app';
