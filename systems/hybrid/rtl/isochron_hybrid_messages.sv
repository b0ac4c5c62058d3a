// SPDX-License-Identifier: Apache-2.0
//
// Words into messages. TDEST says whom a message is for, and TLAST ends it. A message of the wrong
// length is dropped whole, so the next one is understood.
module isochron_hybrid_messages
  import isochron_hybrid_pkg::*;
  import isochron_hybrid_registers_pkg::*;
#(
  parameter int unsigned NLines = 0  // As isochron_hybrid's
) (
  input  logic        clk_i,      // Clock
  input  logic        rst_ni,     // Asynchronous reset, active low

  // Stream
  input  logic        tvalid_i,   // A word is offered
  output logic        tready_o,   // It is taken
  input  logic [31:0] tdata_i,    // The word
  input  logic        tdest_i,    // 0: it is for the scheduler, 1: it is for the timers
  input  logic        tlast_i,    // It ends the message

  // Message
  output logic        valid_o,    // The message is whole
  output message_t    message_o,  // The message, until it is done
  input  logic        done_i      // It was served
);

  typedef enum logic [1:0] {StHeader, StData, StSkip, StWhole} stage_e;

  stage_e   stage_d, stage_q;
  message_t message_d, message_q;
  logic     taken, wants_data, may_have_data;
  command_e command;

  assign command       = command_e'(tdata_i[RegLinkSchedulerCommandLsb +: $bits(command_e)]);
  assign wants_data    = ~tdest_i & (command inside {CommandPeriod, CommandAdjust}
                                     | (NLines != 0 & command == CommandLine));
  assign may_have_data = wants_data | (~tdest_i & command == CommandWrite);

  assign tready_o  = stage_q != StWhole;
  assign taken     = tvalid_i & tready_o;
  assign valid_o   = stage_q == StWhole;
  assign message_o = message_q;

  always_comb begin
    stage_d   = stage_q;
    message_d = message_q;
    unique case (stage_q)
      StHeader: begin
        if (taken) begin
          message_d = '{timers: tdest_i, header: tdata_i, default: '0};
          if (tlast_i) begin
            message_d.bad_length = wants_data;
            stage_d              = StWhole;
          end else begin
            message_d.bad_length = ~may_have_data;
            stage_d              = may_have_data ? StData : StSkip;
          end
        end
      end
      StData: begin
        if (taken) begin
          message_d.has_data   = 1'b1;
          message_d.data       = tdata_i;
          message_d.bad_length = ~tlast_i | (tdest_i != message_q.timers);
          stage_d              = tlast_i ? StWhole : StSkip;
        end
      end
      StSkip:  if (taken && tlast_i) stage_d = StWhole;
      StWhole: if (done_i) stage_d = StHeader;
      default: ;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) stage_q <= StHeader;
    else         stage_q <= stage_d;
  end

  always_ff @(posedge clk_i) message_q <= message_d;

endmodule
