// SPDX-License-Identifier: Apache-2.0
//
// The objects' records, in block RAM: which one an operation is on, what it finds there, and in the
// stage after it the record of the other object of the pair. A queue's record is that of its even
// object; who waits for items waits for that one, too, and who waits for room for the odd one.
module isochron_records
  import isochron_pkg::*;
  import isochron_objects_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NObjects    = 64,    // Objects, even; only block RAM grows with them
  parameter int unsigned CountWidth  = 16,    // Bits of a semaphore's count, 1 to 16; area grows
                                              // with it
  parameter bit          EventGroups = 1'b1,  // There are event groups
  localparam int unsigned ObjectWidth = $clog2(NObjects)
) (
  input  logic                   clk_i,              // Clock

  input  init_t                  init_i,             // An object's record is initialised after reset

  input  operation_t             operation_i,        // The operation

  // Fetch stage: the operation's object, or the one for which its subject waits
  input  kept_t                  kept_i,             // The subject
  output logic [ObjectWidth-1:0] chain_o,            // The object whose waiters matter, in the same
                                                     // cycle

  // Read stage
  input  waiters_t               waiters_i,          // Who waits for the object, or the other of the pair
  input  message_t               message_i,          // Its message
  output found_t                 found_o,            // The operation's object

  // Decide stage
  input  object_change_t         change_i            // What becomes of the record
);

  logic [ObjectWidth-1:0] object, object_q;
  object_t                record, record_q;
  object_kind_e           partner_q;
  logic                   owned_q;

  always_comb begin
    object  = kept_i.object[ObjectWidth-1:0];
    chain_o = kept_i.object[ObjectWidth-1:0];
    if (operation_i.names_object) begin
      object     = operation_i.id[ObjectWidth-1:0];
      chain_o    = operation_i.id[ObjectWidth-1:0];
      chain_o[0] = operation_i.id[0] | operation_i.senders;
    end else if (kept_i.control.waiting == WaitSend) begin
      object[0] = 1'b0;
    end
  end

  isochron_ram_block #(.Width($bits(object_t)), .Depth(NObjects)) u_memory (
    .clk_i,
    .write_i(init_i.active | (operation_i.stage.decide & change_i.write)),
    .waddr_i(init_i.active ? init_i.index[ObjectWidth-1:0] : object_q),
    .wdata_i(init_i.active ? '0 : change_i.record),
    .read_i(operation_i.stage.fetch | operation_i.stage.rank),
    .raddr_i(operation_i.stage.rank ? object_q ^ ObjectWidth'(1) : object),
    .rdata_o({record})
  );

  always_ff @(posedge clk_i) begin
    if (operation_i.stage.fetch) object_q <= object;
    if (operation_i.stage.rank) begin
      record_q <= record;
      if (!EventGroups) record_q.kind <= object_kind_e'({1'b0, record.kind[1:0]});
      owned_q <= record.kind == KindMutex & record.upper[OwnedBit] & ~record.count[0];
    end
    if (operation_i.stage.head) partner_q <= record.kind;
  end

  assign found_o.id     = 8'(object_q);
  assign found_o.record = record_q;
  assign found_o.owned  = owned_q;

  isochron_admission #(.CountWidth(CountWidth)) u_admission (
    .clk_i, .operation_i, .waiting_i(kept_i.control.waiting),
    .found_i(found_o), .waiters_i, .partner_i(partner_q),
    .message_i, .error_o(found_o.error), .granted_o(found_o.granted)
  );

  logic unused;
  assign unused = ^{init_i, operation_i, kept_i};

endmodule
