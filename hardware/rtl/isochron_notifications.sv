// SPDX-License-Identifier: Apache-2.0
//
// What operations make of a task's notification. Combinational; FreeRTOS V11.2's
// xTaskGenericNotify, ulTaskGenericNotifyTake, xTaskGenericNotifyWait and their relatives are the
// reference.
module isochron_notifications
  import isochron_pkg::*;
  import isochron_registers_pkg::*;
(
  input  logic [5:0]    operation_i,     // operation_e or work_e
  input  logic [31:0]   argument_i,
  input  logic          clear_i,         // NOTIFY_TAKE: clear the value on exit
  input  wait_e         waiting_i,       // WorkRetry: what ends
  input  logic          can_block_i,
  input  logic [31:0]   entry_i,         // NOTIFY_WAIT: bits to clear on entry
  input  logic [31:0]   exit_i,          // ... and on exit
  input  notification_t notification_i,

  output logic          found_o,         // result of the operation, unless it blocks
  output logic          blocks_o,        // the caller waits
  output logic [31:0]   value_o,         // VALUE
  output notification_t notification_o
);

  logic        received, retry, clear, nonzero;
  logic [31:0] changed, entered;

  assign received = notification_i.state == NotifyReceived;
  assign retry    = operation_i == WorkRetry;
  assign clear    = retry ? waiting_i == WaitNotifyClear : clear_i;
  assign nonzero  = notification_i.value != '0;
  assign entered  = notification_i.value & ~entry_i;

  // one adder: up when notified, down when taken
  assign changed  = notification_i.value + (operation_i == OpNotifyIncrement ? 32'd1 : '1);

  always_comb begin
    found_o        = 1'b1;
    blocks_o       = 1'b0;
    value_o        = notification_i.value;
    notification_o = notification_i;

    unique case (operation_i)
      OpNotifyNone: notification_o.state = NotifyReceived;
      OpNotifySetBits: begin
        notification_o.state = NotifyReceived;
        notification_o.value = notification_i.value | argument_i;
      end
      OpNotifyIncrement: begin
        notification_o.state = NotifyReceived;
        notification_o.value = changed;
      end
      OpNotifyOverwrite: begin
        notification_o.state = NotifyReceived;
        notification_o.value = argument_i;
      end
      OpNotifyNoOverwrite: begin
        notification_o.state = NotifyReceived;
        found_o              = ~received;
        if (!received) notification_o.value = argument_i;
      end
      OpNotifyStateClear: begin
        found_o = received;
        if (received) notification_o.state = NotifyIdle;
      end
      OpNotifyValueClear: notification_o.value = notification_i.value & ~argument_i;

      default: begin  // the value is taken: at once, or by the load of RESULT after the wait
        notification_o.state = NotifyIdle;
        if (operation_i == OpNotifyWait || (retry && waiting_i == WaitNotifyValue)) begin
          found_o = received;
          if (received) begin
            notification_o.value = notification_i.value & ~exit_i;
          end else if (!retry) begin
            value_o              = entered;
            notification_o.value = entered;
          end
        end else begin
          found_o = nonzero;
          if (nonzero) notification_o.value = clear ? '0 : changed;
        end
        blocks_o = ~retry & ~found_o & argument_i != '0 & can_block_i;
        if (blocks_o) notification_o.state = NotifyWaiting;
      end
    endcase
  end

endmodule
