import { create, createFileRegistry, type DescMethodBiDiStreaming, type DescMethodUnary } from '@bufbuild/protobuf';
import {
  FileDescriptorProtoSchema,
  FileDescriptorSetSchema,
  file_google_protobuf_wrappers,
  type StringValueSchema,
} from '@bufbuild/protobuf/wkt';

type Text = typeof StringValueSchema;
const text = '.google.protobuf.StringValue';

const file = create(FileDescriptorProtoSchema, {
  ...{ name: 'probe.proto', package: 'gatewarden.probe.v1', syntax: 'proto3' },
  dependency: ['google/protobuf/wrappers.proto'],
  service: [
    {
      name: 'ProbeService',
      method: [
        { name: 'Join', inputType: text, outputType: text },
        { name: 'Stream', inputType: text, outputType: text, clientStreaming: true, serverStreaming: true },
      ],
    },
  ],
});
const files = create(FileDescriptorSetSchema, { file: [file_google_protobuf_wrappers.proto, file] });
const service = createFileRegistry(files).getService('gatewarden.probe.v1.ProbeService');

/** Calls of a test component: `join` exchanges one text for another, `stream` exchanges texts both ways. */
export const probeMethods = {
  join: service?.method['join'] as DescMethodUnary<Text, Text>,
  stream: service?.method['stream'] as DescMethodBiDiStreaming<Text, Text>,
};
